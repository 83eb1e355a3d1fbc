import Rill
import RillHTTP

/// Tells what a HAR file lacks in the words of this program; the innermost, so that it is nowhere told otherwise.
struct PlayedFile: Middleware {
    /// What the transport advises whoever can choose its mode.
    private static let advice = "record it again with REPLAY_RECORD_MODE=all"

    let path: String

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        next(request, body).mapError { error in
            guard let failure = error as? TransportError, failure.code == .unavailable else { return error }
            let reason =
                failure.text.contains(Self.advice)
                ? failure.text.replacing(Self.advice, with: "delete it to record anew")
                : "\(failure.text); delete \(path) to record anew"
            return APIError(stage: APIError.Stage("--har"), request: request, reason: reason)
        }
    }
}
