internal import RillHTTP
internal import RillHTTPTesting

/// An answer that says no, in GitHub's form: `{"message": …, "documentation_url": …, "status": "404"}`.
struct GitHubRefusal: Sendable {
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

    static let notFound = GitHubRefusal(.notFound, "Not Found")
    static let badCredentials = GitHubRefusal(.unauthorized, "Bad credentials")
    static let authenticationRequired = GitHubRefusal(
        .unauthorized, "Requires authentication", page: "/users/users#get-the-authenticated-user")
    static let beyondSearchBound = GitHubRefusal(
        .unprocessableContent, "Only the first 1000 search results are available", page: "/search")
    static let secondaryLimit = GitHubRefusal(
        .forbidden, "You have exceeded a secondary rate limit. Please wait before you try again.",
        page: "/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits")

    /// The limit of the hour, or of the minute.
    static func primaryLimit(of login: String?) -> GitHubRefusal {
        let who = login.map { "user \($0)" } ?? "127.0.0.1"
        return GitHubRefusal(
            .forbidden, "API rate limit exceeded for \(who).",
            page: "/using-the-rest-api/rate-limits-for-the-rest-api")
    }

    /// Something about the text of a search.
    static func invalidSearch(code: String, message: String? = nil) -> GitHubRefusal {
        var detail: JSONValue = ["resource": "Search", "field": "q", "code": .string(code)]
        if let message { detail = detail.merging(["message": .string(message)]) }
        return GitHubRefusal(.unprocessableContent, "Validation Failed", page: "/search", errors: [detail])
    }

    /// A version that is none; here the errors are a text.
    static func unknownVersion(_ version: String) -> GitHubRefusal {
        let known = GitHubService.versions.map { "\"\($0)\"" }.joined(separator: " and ")
        let text = "The version in the \"X-GitHub-Api-Version\" request header, \"\(version)\", is not supported. "
        return GitHubRefusal(
            .badRequest, "Bad Request", errors: .string(text + "The following versions are supported: \(known)."))
    }

    /// What the front answers that lets no request without a name pass; it is no JSON.
    static let namelessAgent = LoopbackServer.Response.data(
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
