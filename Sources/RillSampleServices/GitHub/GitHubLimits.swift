internal import RillHTTPTesting

/// The rate limits and their representation in responses.
///
/// `@unchecked Sendable`: `lock` guards the number of requests.
final class GitHubLimits: @unchecked Sendable {
    /// The resources with separate rate limits.
    enum Resource: String, Sendable, CaseIterable {
        case core
        case search

        /// Returns the resource for a path, or `nil` if its requests do not count against a limit.
        init?(path: String) {
            if path == "/rate_limit" { return nil }
            self = path.hasPrefix("/search/") ? .search : .core
        }
    }

    private let options: SampleGitHub.Options
    private let quotas: [Resource: RequestQuota]
    private let secondary: RequestQuota
    private let lock = Lock()
    private var requestCount = 0

    init(_ options: SampleGitHub.Options) {
        self.options = options
        quotas = [
            .core: RequestQuota(period: 3_600, now: options.now), .search: RequestQuota(period: 60, now: options.now),
        ]
        secondary = RequestQuota(period: 60, now: options.now)
    }

    /// Returns a unique request ID.
    func makeRequestID() -> String {
        lock.withLock {
            requestCount += 1
            return "RILL:\(requestCount)"
        }
    }

    func consume(for caller: GitHubCaller, _ resource: Resource) -> RequestQuota.Status {
        quota(resource).consume(for: key(caller), limit: limit(caller, resource))
    }

    func refund(for caller: GitHubCaller, _ resource: Resource) {
        quota(resource).refund(for: key(caller))
    }

    func status(of caller: GitHubCaller, _ resource: Resource?) -> RequestQuota.Status {
        let resource = resource ?? .core
        return quota(resource).status(of: key(caller), limit: limit(caller, resource))
    }

    /// Counts a request against the secondary limit, and returns an error response if the limit is exceeded.
    func secondaryLimitResponse(for caller: GitHubCaller) -> LoopbackServer.Response? {
        guard let limit = options.secondaryLimit, secondary.consume(for: key(caller), limit: limit).isExceeded else {
            return nil
        }
        let response = GitHubError.secondaryLimit.response
        return options.secondaryRetryAfter.map { response.adding(.retryAfter, "\($0)") } ?? response
    }

    /// `GET /rate_limit`: gets the rate limits.
    func list(_ request: GitHubRequest) -> LoopbackServer.Response {
        var resources: [String: JSONValue] = [:]
        for resource in Resource.allCases {
            resources[resource.rawValue] = json(status(of: request.caller, resource))
        }
        // Newer API versions omit `rate`.
        let rate = request.isVersion2026 ? nil : resources["core"]
        return .json((["resources": .object(resources)] as JSONValue).adding("rate", rate))
    }

    private func json(_ quotaStatus: RequestQuota.Status) -> JSONValue {
        [
            "limit": .integer(quotaStatus.limit), "remaining": .integer(quotaStatus.remaining),
            "reset": .integer(quotaStatus.reset),
            "used": .integer(quotaStatus.limit - quotaStatus.remaining),
        ]
    }

    private func quota(_ resource: Resource) -> RequestQuota {
        guard let quota = quotas[resource] else { preconditionFailure("no quota for \(resource)") }
        return quota
    }

    private func key(_ caller: GitHubCaller) -> String {
        if case .authenticated(let token, _) = caller { "token \(token)" } else { "address" }
    }

    private func limit(_ caller: GitHubCaller, _ resource: Resource) -> Int {
        switch resource {
        case .core: caller.login == nil ? options.anonymousLimit : options.tokenLimit
        case .search: caller.login == nil ? options.anonymousSearchLimit : 30
        }
    }
}

extension LoopbackServer.Response {
    /// Returns the response with the rate limit header fields.
    func adding(_ quotaStatus: RequestQuota.Status, _ resource: GitHubLimits.Resource?) -> Self {
        adding(HTTPField.Name(literal: "X-RateLimit-Limit"), "\(quotaStatus.limit)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Remaining"), "\(quotaStatus.remaining)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Used"), "\(quotaStatus.limit - quotaStatus.remaining)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Reset"), "\(quotaStatus.reset)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Resource"), (resource ?? .core).rawValue)
    }
}
