internal import Foundation
internal import RillHTTPTesting

/// The GitHub API: authentication, rate limits, and routes.
struct GitHubService: Sendable {
    static let versions = ["2026-03-10", "2022-11-28"]

    private static let version = HTTPField.Name(literal: "X-GitHub-Api-Version")

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
        func get(
            _ pattern: String, items: Set<String> = [],
            _ endpoint: @escaping @Sendable (GitHubRequest) throws -> LoopbackServer.Response
        ) {
            router.get(pattern, items: items) { try endpoint(GitHubRequest($0, options)) }
        }
        let search: Set = ["q", "page", "per_page", "sort", "order"]
        let list: Set = ["page", "per_page", "sort", "direction"]
        get("/search/repositories", items: search) { try GitHubSearchEndpoints.repositories($0) }
        get("/search/users", items: search) { try GitHubSearchEndpoints.users($0) }
        get("/search/issues", items: search) { try GitHubSearchEndpoints.issues($0) }
        get("/repos/{owner}/{name}") { try GitHubEndpoints.repository($0) }
        get("/repositories/{id}") { try GitHubEndpoints.repositoryByID($0) }
        get("/users/{login}") { try GitHubEndpoints.user($0) }
        get("/users/{login}/repos", items: list) { try GitHubEndpoints.repositoriesOfUser($0) }
        get("/user") { try GitHubEndpoints.ownUser($0) }
        get("/user/repos", items: list) { try GitHubEndpoints.ownRepositories($0) }
        get("/rate_limit") { limits.list($0) }
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
        let caller = GitHubCaller(request, options)
        guard caller != .invalidToken else { return GitHubError.badCredentials.response }
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
enum GitHubCaller: Sendable, Hashable {
    case anonymous
    case authenticated(token: String, login: String)
    case invalidToken

    init(_ request: LoopbackServer.Request, _ options: SampleGitHub.Options) {
        if !request.fields.contains(.authorization) {
            self = .anonymous
        } else if let token = request.credentials("bearer", "token"), let login = options.tokens[token] {
            self = .authenticated(token: token, login: login)
        } else {
            self = .invalidToken
        }
    }

    /// The authenticated account, or `nil` if the request has no valid token.
    var login: String? {
        if case .authenticated(_, let login) = self { login } else { nil }
    }
}

extension String {
    /// The entity tag without the prefix `W/`, for weak comparison.
    fileprivate var weakTag: Substring { dropFirst(hasPrefix("W/") ? 2 : 0) }
}
