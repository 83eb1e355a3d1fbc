internal import RillHTTP
internal import RillHTTPTesting

/// An answer that says no, in Qiita's form: `{"message": …, "type": …}`.
struct QiitaRefusal: Sendable {
    let status: HTTPResponse.Status
    let body: Body

    struct Body: Encodable, Sendable {
        let message: String
        let type: String
    }

    private init(_ status: HTTPResponse.Status, _ type: String, _ message: String) {
        self.status = status
        body = Body(message: message, type: type)
    }

    static let notFound = QiitaRefusal(.notFound, "not_found", "Not found")
    static let unauthorized = QiitaRefusal(.unauthorized, "unauthorized", "Unauthorized")
    static let rateLimitExceeded = QiitaRefusal(.forbidden, "rate_limit_exceeded", "Rate limit exceeded")

    static func badRequest(_ message: String) -> QiitaRefusal {
        QiitaRefusal(.badRequest, "bad_request", message)
    }

    var response: LoopbackServer.Response { .json(encoding: body, status: status) }
}
