internal import Foundation
internal import RillHTTP

/// Adds the API version and a client request ID, which the service writes to its logs.
///
/// Must be the outermost middleware, so that all attempts of a request have the same ID.
struct RequestIdentification: Middleware {
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
