internal import RillHTTPTesting

/// Error responses in GitHub's format: `{"message": …, "documentation_url": …, "status": "404"}`.
enum GitHubError {
    static let notFound = make(.notFound, "Not Found")
    static let badCredentials = make(.unauthorized, "Bad credentials")
    static let authenticationRequired = make(
        .unauthorized, "Requires authentication", page: "/users/users#get-the-authenticated-user")
    static let beyondSearchResultLimit = make(
        .unprocessableContent, "Only the first 1000 search results are available", page: "/search")
    static let secondaryLimit = make(
        .forbidden, "You have exceeded a secondary rate limit. Please wait before you try again.",
        page: "/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits")

    /// Returns the error for an exceeded hourly limit, or an exceeded search limit per minute.
    static func primaryLimit(of login: String?) -> ErrorResponse {
        let who = login.map { "user \($0)" } ?? "127.0.0.1"
        return make(
            .forbidden, "API rate limit exceeded for \(who).",
            page: "/using-the-rest-api/rate-limits-for-the-rest-api")
    }

    /// Returns the error for a part of a request that GitHub interprets, and the sample server does not.
    static func notImplemented(_ part: String) -> ErrorResponse {
        make(.notImplemented, "The sample server does not implement \(part)")
    }

    /// Returns a validation error for the search text.
    static func invalidSearch(code: String, message: String? = nil) -> ErrorResponse {
        let detail: JSONValue = ["resource": "Search", "field": "q", "code": .string(code)]
        let errors: JSONValue = [detail.adding("message", message.map { .string($0) })]
        return make(.unprocessableContent, "Validation Failed", page: "/search", errors: errors)
    }

    /// Returns the error for an unsupported API version, whose `errors` member is a string.
    static func unknownVersion(_ version: String) -> ErrorResponse {
        let known = GitHubService.versions.map { "\"\($0)\"" }.joined(separator: " and ")
        let text = "The version in the \"X-GitHub-Api-Version\" request header, \"\(version)\", is not supported. "
        return make(
            .badRequest, "Bad Request", errors: .string(text + "The following versions are supported: \(known)."))
    }

    /// The response to requests without a `User-Agent`, which is not JSON.
    static let missingUserAgent = LoopbackServer.Response.data(
        Array("Request forbidden by administrative rules: it has no User-Agent header.\n".utf8),
        type: "text/html; charset=utf-8", status: .forbidden)

    private static func make(
        _ status: HTTPResponse.Status, _ message: String, page: String = "", errors: JSONValue? = nil
    ) -> ErrorResponse {
        let body: JSONValue = [
            "message": .string(message), "documentation_url": .string("https://docs.github.com/rest" + page),
            "status": .string("\(status.code)"),
        ]
        return ErrorResponse(response: .json(body.adding("errors", errors), status: status))
    }
}
