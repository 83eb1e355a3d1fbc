package import Rill

/// A transport that reports more about an exchange than its events: resends of idempotent requests when a reused
/// connection closes without a response, and metrics.
package protocol ReportingTransport: Transport {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, or `nil` for none.
    ///   - reports: The closures that receive the reports.
    /// - Returns: A cold observable that emits the response head, then chunks of the body, and completes.
    func send(_ request: HTTPRequest, body: HTTPBody?, reports: TransportReports) -> Observable<TransportEvent>
}

/// The closures that receive the reports of a transport about one exchange.
package struct TransportReports: Sendable {
    /// A closure that is called before each resend with the error that caused it.
    ///
    /// The calls are serial and precede the first event.
    package var onResend: @Sendable (TransportError) -> Void

    /// A closure that receives the metrics of the current attempt: before the response head, a resend, and the terminal
    /// event.
    ///
    /// `nil` means that the transport does not need to measure. A canceled exchange may report nothing.
    package var onMetrics: (@Sendable (TransportMetrics) -> Void)?

    /// The reports of a transport without a client, which are ignored.
    package static let none = TransportReports { _ in }
}
