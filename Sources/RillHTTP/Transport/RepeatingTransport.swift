package import Rill

/// A transport that may send an idempotent request again by itself, when a connection that it used before was closed without
/// a response, and that reports it.
package protocol RepeatingTransport: Transport {
    /// Sends a request to the server that it names.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The body, if the request has one.
    ///   - onRepeat: Called before the request is sent again, with the failure that is the reason. The calls come one at a
    ///     time and before the first event.
    /// - Returns: A cold observable: exactly one head, then any number of chunks, then completed.
    func send(
        _ request: HTTPRequest, body: HTTPBody?, onRepeat: @escaping @Sendable (TransportError) -> Void
    ) -> Observable<TransportEvent>
}
