public import RillHTTPTypes

/// An instrument that also observes the exchanges of HTTP clients.
///
///     var client = Client(baseURL: "https://api.github.com")
///     client.instruments = [recorder]
///
/// The subscriptions to the streams of a client are reported to its ``Client/instruments``, and their exchanges to those
/// instruments that conform to this protocol. The same applies to instruments installed with
/// `instrumented(by:name:file:line:)` and `withInstrument(_:operation:)`.
///
/// All methods have an empty default implementation. The calls follow the rules of `Instrument`. They contain no secrets: URLs
/// are redacted, and so are the header fields and the beginning of the body in an error. Other bodies and header fields are
/// omitted.
///
/// Most calls are made on the transport's thread, which several exchanges share. A method can send requests through the same
/// client, but must not wait for their responses.
public protocol HTTPInstrument: Instrument {
    /// Called when an exchange begins, before its middleware runs.
    ///
    /// - Parameter exchange: The exchange.
    func exchangeBegan(_ exchange: InstrumentedExchange)

    /// Called once when an exchange ends.
    ///
    /// - Parameters:
    ///   - exchange: The exchange.
    ///   - metrics: The metrics with the outcome and the attempts so far.
    func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics)

    /// Called when a request is passed to the transport, or when the transport sends it again.
    ///
    /// - Parameter attempt: The attempt.
    func attemptBegan(_ attempt: InstrumentedAttempt)

    /// Called once for each attempt, when its response ends, it fails, or it is canceled.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - result: The status or the failure, and the metrics of the transport.
    func attemptEnded(_ attempt: InstrumentedAttempt, _ result: APIError.Attempt)
}

extension HTTPInstrument {
    /// Does nothing.
    public func exchangeBegan(_ exchange: InstrumentedExchange) {}

    /// Does nothing.
    public func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics) {}

    /// Does nothing.
    public func attemptBegan(_ attempt: InstrumentedAttempt) {}

    /// Does nothing.
    public func attemptEnded(_ attempt: InstrumentedAttempt, _ result: APIError.Attempt) {}
}

/// An exchange of a client, as reported to an ``HTTPInstrument``.
public struct InstrumentedExchange: Sendable, Identifiable {
    /// A number that is unique in the process.
    public let id: UInt64

    /// The subscription that sends the request.
    public let subscription: InstrumentedSubscription

    /// The method of the request that is passed to the outermost middleware.
    public let method: HTTPRequest.Method

    /// The URL of the request that is passed to the outermost middleware, with secrets redacted.
    public let url: String
}

/// An attempt of an exchange, as reported to an ``HTTPInstrument``.
public struct InstrumentedAttempt: Sendable {
    /// The exchange.
    public let exchange: InstrumentedExchange

    /// The number of the attempt, starting at 1.
    public let number: Int

    /// The method of the request that is passed to the transport.
    public let method: HTTPRequest.Method

    /// The URL of the request that is passed to the transport, with secrets redacted.
    public let url: String

    /// The trace context that the request carries, or `nil` if there is none.
    public let traceContext: TraceContext?
}
