/// An object that receives the reports of a transport about one exchange: metrics, resends, and shared responses.
///
/// A transport reports to the delegate of the request that it sends, if there is one. The events of the exchange do not
/// depend on the reports, and a transport that cannot measure or resend reports nothing.
///
///     request.transportDelegate?.didMeasure(metrics)
public protocol TransportDelegate: AnyObject, Sendable {
    /// The number of the attempt within its call, starting at 1.
    ///
    /// Each request to the transport and each resend counts.
    var attempt: Int { get }

    /// Whether the delegate uses metrics. Otherwise, a transport need not measure the exchange.
    var needsMetrics: Bool { get }

    /// Called before each resend, which counts as another attempt.
    ///
    /// The calls must be serial and precede the first event.
    ///
    /// - Parameter failure: The error that caused the resend.
    func willResend(after failure: TransportError)

    /// Called before the response head if the response is the one to an identical request, which the transport has sent
    /// instead of this one.
    ///
    /// The response can repeat the secrets of that request, which errors and logs then redact.
    ///
    /// - Parameter request: The request that was sent.
    func willReceiveResponse(to request: HTTPRequest)

    /// Called with the metrics of the current attempt, once or more: before the response head, a resend, and the terminal
    /// event. The last call counts.
    ///
    /// A canceled exchange may report nothing.
    ///
    /// - Parameter metrics: The metrics.
    func didMeasure(_ metrics: TransportMetrics)
}
