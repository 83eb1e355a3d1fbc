internal import RillHTTP
internal import RillHTTPTesting

/// An error response in GitHub's format: `{"message": …, "documentation_url": …, "status": "404"}`.
struct GitHubErrorResponse: Sendable {
    private let status: HTTPResponse.Status
    private let message: String
    private let page: String
    private let errors: JSONValue?

    private init(
        _ status: HTTPResponse.Status, _ message: String, page: String = "", errors: JSONValue? = nil
    ) {
        self.status = status
        self.message = message
        self.page = page
        self.errors = errors
    }

    static let notFound = GitHubErrorResponse(.notFound, "Not Found")
    static let badCredentials = GitHubErrorResponse(.unauthorized, "Bad credentials")
    static let authenticationRequired = GitHubErrorResponse(
        .unauthorized, "Requires authentication", page: "/users/users#get-the-authenticated-user")
    static let beyondSearchResultLimit = GitHubErrorResponse(
        .unprocessableContent, "Only the first 1000 search results are available", page: "/search")
    static let secondaryLimit = GitHubErrorResponse(
        .forbidden, "You have exceeded a secondary rate limit. Please wait before you try again.",
        page: "/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits")

    /// Returns the error for an exceeded hourly limit, or an exceeded search limit per minute.
    static func primaryLimit(of login: String?) -> GitHubErrorResponse {
        let who = login.map { "user \($0)" } ?? "127.0.0.1"
        return GitHubErrorResponse(
            .forbidden, "API rate limit exceeded for \(who).",
            page: "/using-the-rest-api/rate-limits-for-the-rest-api")
    }

    /// Returns the error for a part of a request that GitHub interprets, and the sample server does not.
    static func notImplemented(_ part: String) -> GitHubErrorResponse {
        GitHubErrorResponse(.notImplemented, "The sample server does not implement \(part)")
    }

    /// Returns a validation error for the search text.
    static func invalidSearch(code: String, message: String? = nil) -> GitHubErrorResponse {
        var detail: JSONValue = ["resource": "Search", "field": "q", "code": .string(code)]
        if let message { detail = detail.merging(["message": .string(message)]) }
        return GitHubErrorResponse(.unprocessableContent, "Validation Failed", page: "/search", errors: [detail])
    }

    /// Returns the error for an unsupported API version, whose `errors` member is a string.
    static func unknownVersion(_ version: String) -> GitHubErrorResponse {
        let known = GitHubService.versions.map { "\"\($0)\"" }.joined(separator: " and ")
        let text = "The version in the \"X-GitHub-Api-Version\" request header, \"\(version)\", is not supported. "
        return GitHubErrorResponse(
            .badRequest, "Bad Request", errors: .string(text + "The following versions are supported: \(known)."))
    }

    /// The response to requests without a `User-Agent`, which is not JSON.
    static let missingUserAgent = LoopbackServer.Response.data(
        Array("Request forbidden by administrative rules: it has no User-Agent header.\n".utf8),
        type: "text/html; charset=utf-8", status: .forbidden)

    var response: LoopbackServer.Response {
        var body: JSONValue = [
            "message": .string(message), "documentation_url": .string("https://docs.github.com/rest" + page),
            "status": .string("\(status.code)"),
        ]
        if let errors { body = body.merging(["errors": errors]) }
        return .json(encoding: body, status: status)
    }
}
