internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The rate limits, and what is told of them.
///
/// `@unchecked Sendable`: `lock` guards the number of requests.
final class GitHubLimits: @unchecked Sendable {
    /// What is counted apart from each other.
    enum Resource: String, Sendable, CaseIterable {
        case core
        case search

        /// What a request counts as; nil if it is free of charge.
        init?(path: String) {
            if path == "/rate_limit" { return nil }
            self = path.hasPrefix("/search/") ? .search : .core
        }
    }

    private let options: SampleGitHub.Options
    private let quotas: [Resource: RequestQuota]
    private let secondary: RequestQuota
    private let lock = NSLock()
    private var requestCount = 0

    init(_ options: SampleGitHub.Options) {
        self.options = options
        quotas = [
            .core: RequestQuota(period: 3_600, now: options.now), .search: RequestQuota(period: 60, now: options.now),
        ]
        secondary = RequestQuota(period: 60, now: options.now)
    }

    /// Makes what a request is called by.
    func makeRequestID() -> String {
        lock.lock()
        defer { lock.unlock() }
        requestCount += 1
        return "RILL:\(requestCount)"
    }

    func take(by caller: GitHubCaller, _ resource: Resource) -> RequestQuota.Standing {
        quota(resource).take(by: key(caller), limit: limit(caller, resource))
    }

    func giveBack(to caller: GitHubCaller, _ resource: Resource) {
        quota(resource).giveBack(to: key(caller))
    }

    func standing(of caller: GitHubCaller, _ resource: Resource?) -> RequestQuota.Standing {
        let resource = resource ?? .core
        return quota(resource).standing(of: key(caller), limit: limit(caller, resource))
    }

    /// Counts a request of any kind; an answer if it was one too many.
    func secondaryRefusal(for caller: GitHubCaller) -> LoopbackServer.Response? {
        guard let limit = options.secondaryLimit, secondary.take(by: key(caller), limit: limit).isOver else {
            return nil
        }
        let response = GitHubRefusal.secondaryLimit.response
        return options.secondaryRetryAfter.map { response.adding(.retryAfter, "\($0)") } ?? response
    }

    /// `GET /rate_limit`.
    func list(_ request: GitHubRequest) -> LoopbackServer.Response {
        var resources: [String: JSONValue] = [:]
        for resource in Resource.allCases {
            resources[resource.rawValue] = json(standing(of: request.caller, resource))
        }
        var body: JSONValue = ["resources": .object(resources)]
        // Newer versions have only the resources.
        if !request.isVersion2026 { body = body.merging(["rate": resources["core"] ?? nil]) }
        return .json(encoding: body)
    }

    private func json(_ standing: RequestQuota.Standing) -> JSONValue {
        [
            "limit": .int(standing.limit), "remaining": .int(standing.remaining), "reset": .int(standing.reset),
            "used": .int(standing.limit - standing.remaining),
        ]
    }

    private func quota(_ resource: Resource) -> RequestQuota {
        guard let quota = quotas[resource] else { preconditionFailure("nobody counts \(resource)") }
        return quota
    }

    private func key(_ caller: GitHubCaller) -> String {
        if case .owner(let token, _) = caller { "token \(token)" } else { "address" }
    }

    private func limit(_ caller: GitHubCaller, _ resource: Resource) -> Int {
        switch resource {
        case .core: caller.login == nil ? options.anonymousLimit : options.tokenLimit
        case .search: caller.login == nil ? options.anonymousSearchLimit : options.tokenSearchLimit
        }
    }
}

extension LoopbackServer.Response {
    /// The answer with the fields that tell of a rate limit.
    func adding(_ standing: RequestQuota.Standing, _ resource: GitHubLimits.Resource?) -> Self {
        adding(HTTPField.Name(literal: "X-RateLimit-Limit"), "\(standing.limit)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Remaining"), "\(standing.remaining)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Used"), "\(standing.limit - standing.remaining)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Reset"), "\(standing.reset)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Resource"), (resource ?? .core).rawValue)
    }
}
