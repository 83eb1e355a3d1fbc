import Rill
import RillHTTP

/// Names the option `--har` in errors of playback.
///
/// It is the innermost middleware, so that logs and retry notices also show the replaced text.
struct CassetteErrors: Middleware {
    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        next(request, body).mapError { error in
            // Failures with this code are never recorded.
            guard let failure = error as? TransportError, failure.code == .unavailable else { return error }
            return APIError(stage: APIError.Stage("--har"), request: request, reason: failure.text)
        }
    }
}
