internal import RillHTTPTesting
internal import Synchronization

/// The rate limits and their representation in responses.
final class GitHubLimits: Sendable {
    /// The resources with separate rate limits.
    enum Resource: String, Sendable, CaseIterable {
        case core
        case search
    }

    private let options: SampleGitHub.Options
    private let core: RequestQuota
    private let search: RequestQuota
    private let secondary: RequestQuota
    private let requestCount = Atomic(0)

    init(_ options: SampleGitHub.Options) {
        self.options = options
        core = RequestQuota(period: 3_600, now: options.now)
        search = RequestQuota(period: 60, now: options.now)
        secondary = RequestQuota(period: 60, now: options.now)
    }

    /// Returns a unique request ID.
    func makeRequestID() -> String { "RILL:\(requestCount.add(1, ordering: .relaxed).newValue)" }

    /// Adds to the number of requests of a caller, and returns the state of the limit.
    func consume(_ count: Int, for caller: GitHubCaller, _ resource: Resource) -> RequestQuota.Status {
        let isAnonymous = caller.login == nil
        return switch resource {
        case .core:
            core.consume(count, for: caller.key, limit: isAnonymous ? options.anonymousLimit : options.tokenLimit)
        case .search:
            search.consume(count, for: caller.key, limit: isAnonymous ? options.anonymousSearchLimit : 30)
        }
    }

    /// Counts a request against the secondary limit, and returns an error response if the limit is exceeded.
    func secondaryLimitResponse(for caller: GitHubCaller) -> LoopbackServer.Response? {
        guard let limit = options.secondaryLimit, secondary.consume(for: caller.key, limit: limit).isExceeded else {
            return nil
        }
        let response = GitHubError.secondaryLimit.response
        return options.secondaryRetryAfter.map { response.adding(.retryAfter, "\($0)") } ?? response
    }

    /// `GET /rate_limit`: gets the rate limits.
    func list(_ request: RoutedRequest) throws -> LoopbackServer.Response {
        guard let caller = GitHubCaller(request.request, options) else { throw GitHubError.badCredentials }
        let limits = Resource.allCases.map { ($0.rawValue, json(consume(0, for: caller, $0))) }
        let resources = Dictionary(uniqueKeysWithValues: limits)
        // Newer API versions omit `rate`.
        let rate = request.fields[GitHubService.version] == GitHubService.versions[0] ? nil : resources["core"]
        return .json((["resources": .object(resources)] as JSONValue).adding("rate", rate))
    }

    private func json(_ quotaStatus: RequestQuota.Status) -> JSONValue {
        [
            "limit": .integer(quotaStatus.limit), "remaining": .integer(quotaStatus.remaining),
            "reset": .integer(quotaStatus.reset), "used": .integer(quotaStatus.limit - quotaStatus.remaining),
        ]
    }
}

extension LoopbackServer.Response {
    /// Returns the response with the rate limit header fields.
    func adding(_ quotaStatus: RequestQuota.Status, _ resource: GitHubLimits.Resource) -> Self {
        adding(HTTPField.Name(literal: "X-RateLimit-Limit"), "\(quotaStatus.limit)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Remaining"), "\(quotaStatus.remaining)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Used"), "\(quotaStatus.limit - quotaStatus.remaining)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Reset"), "\(quotaStatus.reset)")
            .adding(HTTPField.Name(literal: "X-RateLimit-Resource"), resource.rawValue)
    }
}
