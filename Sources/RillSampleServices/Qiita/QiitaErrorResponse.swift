internal import RillHTTP
internal import RillHTTPTesting

/// An error response in Qiita's format: `{"message": …, "type": …}`.
struct QiitaErrorResponse: Sendable {
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

    static let notFound = QiitaErrorResponse(.notFound, "not_found", "Not found")
    static let unauthorized = QiitaErrorResponse(.unauthorized, "unauthorized", "Unauthorized")
    static let forbidden = QiitaErrorResponse(.forbidden, "forbidden", "Forbidden")
    static let rateLimitExceeded = QiitaErrorResponse(.forbidden, "rate_limit_exceeded", "Rate limit exceeded")

    static func badRequest(_ message: String) -> QiitaErrorResponse {
        QiitaErrorResponse(.badRequest, "bad_request", message)
    }

    /// The error for a part of a request that the service interprets, and the sample server does not.
    static func notImplemented(_ part: String) -> QiitaErrorResponse {
        QiitaErrorResponse(.notImplemented, "not_implemented", "The sample server does not implement \(part)")
    }

    var response: LoopbackServer.Response { .json(encoding: body, status: status) }
}
