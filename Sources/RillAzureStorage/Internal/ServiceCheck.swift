internal import Foundation
internal import Rill
internal import RillHTTP

/// Rejects successful responses that are not from the service, such as the page of a filtering proxy or a captive portal.
///
/// The service and its emulators send a request ID and their version with each response. Must wrap the retries and the
/// concurrent ranges of a download.
struct ServiceCheck: IdentifyingMiddleware {
    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        next(request, body).map { event in
            if case .head(let head) = event, !head.isFromService {
                throw TransportError(
                    .malformedResponse,
                    "the response with status \(head.status.code) is not from Azure Storage, because it has no "
                        + "x-ms-request-id. Check the endpoint, and whether a proxy or a sign-in page responds instead")
            }
            return event
        }
    }
}

extension HTTPResponse {
    /// Whether the response is an error, or the service sent it.
    fileprivate var isFromService: Bool {
        status.kind != .successful || headerFields.contains(.storageRequestID) || headerFields.contains(.storageVersion)
    }
}
