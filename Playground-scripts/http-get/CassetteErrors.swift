import RillHTTPTesting

/// Replaces the advice in playback errors of a HAR file with advice that applies to `--har`.
///
/// It is the innermost middleware, so that logs and retry notices also show the replaced text.
struct CassetteErrors: Middleware {
    let path: String

    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        next(request, body).mapError { error in
            guard let failure = error as? TransportError, failure.code == .unavailable else { return error }
            // The transport's advice refers to its environment variable.
            let advice = CassetteTransport.recordingAdvice
            let reason =
                failure.text.contains(advice)
                ? failure.text.replacing(advice, with: "delete it and record it again")
                : "\(failure.text). Delete \(path) and record it again"
            return APIError(stage: APIError.Stage("--har"), request: request, reason: reason)
        }
    }
}
