package import Rill

/// A transport that may resend an idempotent request when a reused connection closes without a response, and that
/// reports each resend.
package protocol ResendingTransport: Transport {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, or `nil` for none.
    ///   - onResend: A closure that is called before each resend with the error that caused it. The calls are serial and
    ///     precede the first event.
    /// - Returns: A cold observable that emits the response head, then chunks of the body, and completes.
    func send(
        _ request: HTTPRequest, body: HTTPBody?, onResend: @escaping @Sendable (TransportError) -> Void
    ) -> Observable<TransportEvent>
}
