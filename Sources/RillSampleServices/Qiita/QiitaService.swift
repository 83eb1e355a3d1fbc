internal import RillHTTPTesting

/// The Qiita API: authentication, rate limit, and routes.
struct QiitaService: Sendable {
    static let root = "/api/v2"

    private let options: SampleQiita.Options
    private let endpoints: QiitaEndpoints
    private let quota: RequestQuota
    private let router: Router

    init(options: SampleQiita.Options) {
        self.options = options
        endpoints = QiitaEndpoints(options: options)
        quota = RequestQuota(period: 3_600, now: options.now)
        // The query items of all operations (https://qiita.com/api/v2/docs).
        let interpreted: Set = ["page", "per_page", "sort", "query"]
        var router = Router(
            Router.Rules(interprets: { interpreted.contains($0) }, notImplemented: QiitaError.notImplemented),
            root: Self.root)
        endpoints.addItems(to: &router)
        endpoints.addComments(to: &router)
        endpoints.addTagsAndUsers(to: &router)
        endpoints.addRelations(to: &router)
        endpoints.addOAuth(to: &router)
        self.router = router
    }

    /// Checks the token first, then the rate limit, then the path, as Qiita does.
    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        var (key, limit) = ("address", options.anonymousLimit)
        if request.fields.contains(.authorization) {
            guard let token = request.credentials("bearer"), endpoints.tokens.access(token) != nil else {
                return QiitaError.unauthorized.response
            }
            (key, limit) = ("token " + token, options.tokenLimit)
        }
        let status = quota.consume(for: key, limit: limit)
        let error = status.isExceeded ? QiitaError.rateLimitExceeded : QiitaError.notFound
        return ((status.isExceeded ? nil : router.route(request)) ?? error.response)
            .adding(HTTPField.Name(literal: "Rate-Limit"), "\(status.limit)")
            .adding(HTTPField.Name(literal: "Rate-Remaining"), "\(status.remaining)")
            .adding(HTTPField.Name(literal: "Rate-Reset"), "\(status.reset)")
    }
}

/// Error responses in Qiita's format: `{"message": …, "type": …}`.
enum QiitaError {
    static let notFound = make(.notFound, "not_found", "Not found")
    static let unauthorized = make(.unauthorized, "unauthorized", "Unauthorized")
    static let forbidden = make(.forbidden, "forbidden", "Forbidden")
    static let rateLimitExceeded = make(.forbidden, "rate_limit_exceeded", "Rate limit exceeded")

    static func badRequest(_ message: String) -> ErrorResponse { make(.badRequest, "bad_request", message) }

    /// The error for a part of a request that the service interprets, and the sample server does not.
    static func notImplemented(_ part: String) -> ErrorResponse {
        make(.notImplemented, "not_implemented", "The sample server does not implement \(part)")
    }

    private static func make(_ status: HTTPResponse.Status, _ type: String, _ message: String) -> ErrorResponse {
        ErrorResponse(response: .json(["message": .string(message), "type": .string(type)], status: status))
    }
}
