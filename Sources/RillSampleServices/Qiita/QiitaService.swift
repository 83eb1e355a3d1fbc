internal import RillHTTP
internal import RillHTTPTesting

/// What Qiita answers: who asks, how often, and for what.
struct QiitaService: Sendable {
    static let root = "/api/v2"

    private let options: SampleQiita.Options
    private let quota: RequestQuota
    private let router: Router

    init(options: SampleQiita.Options) {
        self.options = options
        quota = RequestQuota(period: 3_600, now: options.now)
        var router = Router()
        router.get(Self.root + "/tags") { QiitaTagEndpoints.list($0) }
        router.get(Self.root + "/tags/{id}") { QiitaTagEndpoints.show($0) }
        self.router = router
    }

    /// Judges the token first, then the rate limit, then the path, as Qiita does.
    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let token: String?
        switch authorization(of: request) {
        case .none: token = nil
        case .token(let known): token = known
        case .refused: return QiitaRefusal.unauthorized.response
        }
        let standing =
            if let token {
                quota.take(by: "token " + token, limit: options.tokenLimit)
            } else {
                quota.take(by: "address", limit: options.anonymousLimit)
            }
        let response = standing.isOver ? QiitaRefusal.rateLimitExceeded.response : route(request)
        return response.addingRateFields(standing)
    }

    private func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        router.route(request) ?? QiitaRefusal.notFound.response
    }

    private enum Authorization {
        case none
        case token(String)
        case refused
    }

    private func authorization(of request: LoopbackServer.Request) -> Authorization {
        guard let value = request.fields[.authorization] else { return .none }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", options.tokens.contains(String(parts[1])) else {
            return .refused
        }
        return .token(String(parts[1]))
    }
}

extension LoopbackServer.Response {
    fileprivate func addingRateFields(_ standing: RequestQuota.Standing) -> Self {
        adding(HTTPField.Name(literal: "Rate-Limit"), "\(standing.limit)")
            .adding(HTTPField.Name(literal: "Rate-Remaining"), "\(standing.remaining)")
            .adding(HTTPField.Name(literal: "Rate-Reset"), "\(standing.reset)")
    }
}
