internal import RillHTTP
internal import RillHTTPTesting

/// The Qiita API: authentication, rate limit, and routes.
struct QiitaService: Sendable {
    static let root = "/api/v2"

    private let options: SampleQiita.Options
    private let tokens: QiitaTokens
    private let quota: RequestQuota
    private let router: Router

    init(options: SampleQiita.Options) {
        self.options = options
        tokens = QiitaTokens(options.tokens)
        quota = RequestQuota(period: 3_600, now: options.now)
        // The query items of all operations (https://qiita.com/api/v2/docs).
        let interpreted: Set = ["page", "per_page", "sort", "query"]
        var router = Router(
            Router.Rules(interprets: { interpreted.contains($0) }) { QiitaErrorResponse.notImplemented($0).response })
        router.get(Self.root + "/tags", items: QiitaContext.pageItems.union(["sort"])) { QiitaTagEndpoints.list($0) }
        router.get(Self.root + "/tags/{id}") { QiitaTagEndpoints.show($0) }
        let context = QiitaContext(options: options)
        QiitaItemEndpoints(context: context).add(to: &router, at: Self.root)
        QiitaCommentEndpoints(context: context).add(to: &router, at: Self.root)
        QiitaUserEndpoints(context: context).add(to: &router, at: Self.root)
        QiitaRelationEndpoints(context: context).add(to: &router, at: Self.root)
        QiitaOAuthEndpoints(context: context, options: options, tokens: tokens).add(to: &router, at: Self.root)
        self.router = router
    }

    /// Checks the token first, then the rate limit, then the path, as Qiita does.
    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let token: String?
        switch authorization(of: request) {
        case .none: token = nil
        case .token(let known): token = known
        case .invalid: return QiitaErrorResponse.unauthorized.response
        }
        let quotaStatus =
            if let token {
                quota.consume(for: "token " + token, limit: options.tokenLimit)
            } else {
                quota.consume(for: "address", limit: options.anonymousLimit)
            }
        let response = quotaStatus.isExceeded ? QiitaErrorResponse.rateLimitExceeded.response : route(request)
        return response.addingRateFields(quotaStatus)
    }

    private func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        router.route(request) ?? QiitaErrorResponse.notFound.response
    }

    private enum Authorization {
        case none
        case token(String)
        case invalid
    }

    private func authorization(of request: LoopbackServer.Request) -> Authorization {
        guard let value = request.fields[.authorization] else { return .none }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", tokens.contains(String(parts[1])) else {
            return .invalid
        }
        return .token(String(parts[1]))
    }
}

extension LoopbackServer.Response {
    fileprivate func addingRateFields(_ quotaStatus: RequestQuota.Status) -> Self {
        adding(HTTPField.Name(literal: "Rate-Limit"), "\(quotaStatus.limit)")
            .adding(HTTPField.Name(literal: "Rate-Remaining"), "\(quotaStatus.remaining)")
            .adding(HTTPField.Name(literal: "Rate-Reset"), "\(quotaStatus.reset)")
    }
}
