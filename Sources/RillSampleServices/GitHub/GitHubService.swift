internal import Foundation
internal import RillHTTPTesting

/// The GitHub API: authentication, rate limits, and routes.
struct GitHubService: Sendable {
    static let versions = ["2026-03-10", "2022-11-28"]

    static let version = HTTPField.Name(literal: "X-GitHub-Api-Version")

    private let options: SampleGitHub.Options
    private let limits: GitHubLimits
    private let router: Router

    init(options: SampleGitHub.Options) {
        self.options = options
        let limits = GitHubLimits(options)
        self.limits = limits
        // The query items of the documented operations (https://docs.github.com/rest).
        let interpreted: Set = [
            "q", "page", "per_page", "sort", "order", "direction", "type", "visibility", "affiliation", "since",
            "before", "search_type", "advanced_search",
        ]
        var router = Router(
            Router.Rules(
                interprets: { interpreted.contains($0) }, conditions: ["if-none-match"],
                notImplemented: GitHubError.notImplemented))
        let endpoints = GitHubEndpoints(options: options)
        let search: Set = ["q", "page", "per_page", "sort", "order"]
        let list: Set = ["page", "per_page", "sort", "direction"]
        router.get("/search/repositories", items: search) { try endpoints.searchRepositories($0) }
        router.get("/search/users", items: search) { try endpoints.searchUsers($0) }
        router.get("/search/issues", items: search) { try endpoints.searchIssues($0) }
        router.get("/repos/{owner}/{name}") { try endpoints.repository($0) }
        router.get("/repositories/{id}") { try endpoints.repositoryByID($0) }
        router.get("/users/{login}") { try endpoints.user($0) }
        router.get("/users/{login}/repos", items: list) { try endpoints.repositoriesOfUser($0) }
        router.get("/user") { try endpoints.ownUser($0) }
        router.get("/user/repos", items: list) { try endpoints.ownRepositories($0) }
        router.get("/rate_limit") { try limits.list($0) }
        self.router = router
    }

    /// Returns the media type in an `Accept` header field that selects another representation, such as
    /// `application/vnd.github.text-match+json`, or `nil` if there is none.
    private static func otherRepresentation(in accept: String) -> Substring? {
        accept.split(separator: ",").first { type in
            let type = type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
            guard type.hasPrefix("application/vnd.github.") else { return false }
            return type.dropFirst("application/vnd.github.".count).split { $0 == "." || $0 == "+" }.contains {
                ["raw", "text", "html", "full", "text-match", "diff", "patch", "sha", "base64", "star", "object"]
                    .contains($0)
            }
        }
    }

    /// Authenticates the caller before it routes the request, as GitHub does.
    ///
    /// Requests without a `User-Agent` do not count against the rate limits.
    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        guard request.fields[.userAgent]?.isEmpty == false else { return GitHubError.missingUserAgent }
        return authorizedResponse(to: request)
            .adding(.date, options.now().httpDate)
            .adding(HTTPField.Name(literal: "X-GitHub-Request-Id"), limits.makeRequestID())
    }

    private func authorizedResponse(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let version = request.fields[Self.version] ?? Self.versions[1]
        guard Self.versions.contains(version) else { return GitHubError.unknownVersion(version).response }
        guard let caller = GitHubCaller(request, options) else { return GitHubError.badCredentials.response }
        let resource: GitHubLimits.Resource = request.path.hasPrefix("/search/") ? .search : .core
        if let response = limits.secondaryLimitResponse(for: caller) {
            return response.adding(limits.consume(0, for: caller, resource), resource)
        }
        let count = request.path == "/rate_limit" ? 0 : 1
        let quotaStatus = limits.consume(count, for: caller, resource)
        guard !quotaStatus.isExceeded else {
            return GitHubError.primaryLimit(of: caller.login).response.adding(quotaStatus, resource)
        }
        let response = routedResponse(to: request)
        // With a token, responses with status 304 do not count against the limit.
        let isFree = response.status == .notModified && caller.login != nil
        return response.adding(isFree ? limits.consume(-count, for: caller, resource) : quotaStatus, resource)
    }

    private func routedResponse(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        if let type = request.fields[.accept].flatMap({ Self.otherRepresentation(in: $0) }) {
            return GitHubError.notImplemented("the media type \(type)").response
        }
        let response = router.route(request) ?? GitHubError.notFound.response
        guard let tag = response.fields[.eTag] else { return response }
        let known = request.fields.elements(of: .ifNoneMatch)
        guard known.contains(where: { $0 == "*" || $0.weakTag == tag.weakTag }) else { return response }
        var fields = response.fields
        fields.removeAll { $0.name.canonicalName.hasPrefix("content-") }
        return .status(.notModified, fields: fields)
    }
}

/// The caller of a request.
struct GitHubCaller: Sendable {
    /// The key of the caller's rate limits.
    private(set) var key = "address"

    /// The authenticated account, or `nil` if the request has no token.
    private(set) var login: String?

    /// Identifies the caller, or returns `nil` if the token is invalid.
    init?(_ request: LoopbackServer.Request, _ options: SampleGitHub.Options) {
        guard request.fields.contains(.authorization) else { return }
        guard let token = request.credentials("bearer", "token"), let login = options.tokens[token] else { return nil }
        key = "token \(token)"
        self.login = login
    }
}

extension String {
    /// The entity tag without the prefix `W/`, for weak comparison.
    fileprivate var weakTag: Substring { dropFirst(hasPrefix("W/") ? 2 : 0) }
}
