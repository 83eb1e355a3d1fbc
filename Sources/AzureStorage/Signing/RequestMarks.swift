internal import Foundation
internal import Rill
internal import RillHTTP

/// Says which version of the service is spoken, and gives the request a name that logs of the service repeat.
///
/// It stands outermost, so that all attempts of a request have one name.
struct RequestMarks: IdentifyingMiddleware {
    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        var request = request
        if !request.headerFields.contains(.storageVersion) {
            request.headerFields[.storageVersion] = ServiceVersion.current
        }
        if !request.headerFields.contains(.clientRequestID) {
            request.headerFields[.clientRequestID] = UUID().uuidString.lowercased()
        }
        return next(request, body)
    }
}
