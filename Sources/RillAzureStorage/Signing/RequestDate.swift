internal import Foundation
internal import RillHTTP

/// Adds the current date to each attempt, which the service requires for bearer tokens.
///
/// Must be inside `Authentication`, so that a request with a renewed token has the current date.
struct RequestDate: Middleware {
    let now: @Sendable () -> Date

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        var request = request
        request.headerFields[.storageDate] = now().httpDate
        return next(request, body)
    }
}
