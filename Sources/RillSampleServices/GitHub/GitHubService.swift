internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// What GitHub answers: to whom, how often, and to what.
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
        var router = Router()
        router.get("/search/repositories") { GitHubSearchEndpoints.repositories(GitHubRequest($0, options)) }
        router.get("/search/users") { GitHubSearchEndpoints.users(GitHubRequest($0, options)) }
        router.get("/search/issues") { GitHubSearchEndpoints.issues(GitHubRequest($0, options)) }
        router.get("/repos/{owner}/{name}") { GitHubRepositoryEndpoints.show(GitHubRequest($0, options)) }
        router.get("/repositories/{id}") { GitHubRepositoryEndpoints.showByID(GitHubRequest($0, options)) }
        router.get("/users/{login}") { GitHubUserEndpoints.show(GitHubRequest($0, options)) }
        router.get("/users/{login}/repos") { GitHubRepositoryEndpoints.listOfUser(GitHubRequest($0, options)) }
        router.get("/user") { GitHubUserEndpoints.showOwn(GitHubRequest($0, options)) }
        router.get("/user/repos") { GitHubRepositoryEndpoints.listOwn(GitHubRequest($0, options)) }
        router.get("/rate_limit") { limits.list(GitHubRequest($0, options)) }
        self.router = router
    }

    /// Judges who asks before what is asked for, as GitHub does; a refusal of the front counts nowhere.
    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        guard request.fields[.userAgent]?.isEmpty == false else { return GitHubRefusal.namelessAgent }
        return judged(request)
            .adding(.date, HTTPDate.text(options.now()))
            .adding(HTTPField.Name(literal: "X-GitHub-Request-Id"), limits.makeRequestID())
    }

    private func judged(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let version = request.fields[Self.version] ?? Self.versions[1]
        guard Self.versions.contains(version) else { return GitHubRefusal.unknownVersion(version).response }
        let caller = GitHubCaller(request, options)
        guard caller != .stranger else { return GitHubRefusal.badCredentials.response }
        let resource = GitHubLimits.Resource(path: request.path)
        if let refusal = limits.secondaryRefusal(for: caller) {
            return refusal.adding(limits.standing(of: caller, resource), resource)
        }
        guard let resource else {
            return routed(request).adding(limits.standing(of: caller, .core), .core)
        }
        let standing = limits.take(by: caller, resource)
        guard !standing.isOver else {
            return GitHubRefusal.primaryLimit(of: caller.login).response.adding(standing, resource)
        }
        let response = routed(request)
        // With a token, what has not changed is free of charge.
        guard response.status == .notModified, caller.login != nil else { return response.adding(standing, resource) }
        limits.giveBack(to: caller, resource)
        return response.adding(limits.standing(of: caller, resource), resource)
    }

    private func routed(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let response = router.route(request) ?? GitHubRefusal.notFound.response
        guard let tag = response.fields[.eTag], let known = request.fields[.ifNoneMatch] else { return response }
        guard known == "*" || known.split(separator: ",").contains(where: { $0.weakTag == tag[...].weakTag }) else {
            return response
        }
        return .status(.notModified, fields: response.fields.kept(for: .notModified))
    }
}

/// Who asks.
enum GitHubCaller: Sendable, Hashable {
    case anyone
    case owner(token: String, login: String)
    case stranger

    init(_ request: LoopbackServer.Request, _ options: SampleGitHub.Options) {
        guard let value = request.fields[.authorization] else {
            self = .anyone
            return
        }
        let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["bearer", "token"].contains(parts[0].lowercased()),
            let login = options.tokens[parts[1]]
        else {
            self = .stranger
            return
        }
        self = .owner(token: parts[1], login: login)
    }

    /// Whose token it is; nil if there is none.
    var login: String? {
        if case .owner(_, let login) = self { login } else { nil }
    }
}

extension Substring {
    /// An entity tag without what makes it a weak one, for comparing.
    fileprivate var weakTag: Substring {
        var tag = self
        while tag.first == " " { tag.removeFirst() }
        while tag.last == " " { tag.removeLast() }
        return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
}

extension HTTPFields {
    /// The fields of an answer that a 304 repeats.
    fileprivate func kept(for status: HTTPResponse.Status) -> HTTPFields {
        var fields = self
        fields.removeAll { $0.name.canonicalName.hasPrefix("content-") }
        return fields
    }
}
