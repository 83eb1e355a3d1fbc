package import Rill

/// A transport that reports more about an exchange than its events: resends of idempotent requests when a reused
/// connection closes without a response, and metrics.
package protocol ReportingTransport: Transport {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, or `nil` for none.
    ///   - delegate: The object that receives the reports, or `nil` to ignore them.
    /// - Returns: A cold observable that emits the response head, then chunks of the body, and completes.
    func send(
        _ request: HTTPRequest, body: HTTPBody?, delegate: (any TransportDelegate)?
    ) -> Observable<TransportEvent>
}

/// An object that receives the reports of a transport about one exchange.
package protocol TransportDelegate: AnyObject, Sendable {
    /// Whether the transport measures the exchange.
    var needsMetrics: Bool { get }

    /// Called before each resend with the error that caused it.
    ///
    /// The calls are serial and precede the first event.
    func willResend(after failure: TransportError)

    /// Called with the metrics of the current attempt: before the response head, a resend, and the terminal event.
    ///
    /// A canceled exchange may report nothing.
    func didMeasure(_ metrics: TransportMetrics)
}
