internal import Rill

/// A recorder that adds the events and the metrics of one attempt to the log of its exchange.
///
/// All closures of the attempt share one object, because it is allocated for each request.
final class ExchangeAttempt: TransportDelegate {
    private let exchange: Exchange
    private let number: Int

    /// Whether the transport measures the attempt.
    let needsMetrics: Bool

    /// The reporter to the instruments, or `nil` if there are none.
    let reporter: AttemptReporter?

    init(_ number: Int, of exchange: Exchange, needsMetrics: Bool, reporter: AttemptReporter?) {
        self.exchange = exchange
        self.number = number
        self.needsMetrics = needsMetrics
        self.reporter = reporter
    }

    /// Records an event of the transport.
    ///
    /// - Throws: The transport's error as a `TransportError`.
    func record(_ event: Event<TransportEvent>) throws(TransportError) {
        switch event {
        case .next(.head(let head)):
            exchange.endAttempt(number, head.status)
        case .next(.chunk):
            break
        case .error(let error):
            let failure = error as? TransportError ?? TransportError(.other, "\(error)")
            exchange.endAttempt(number, nil, failure)
            reporter?.end()
            throw failure
        case .completed:
            reporter?.end()
        }
    }

    func willResend(after failure: TransportError) {
        let next = exchange.repeatAttempt(number, after: failure)
        reporter?.repeated(as: next)
    }

    func didMeasure(_ metrics: TransportMetrics) {
        exchange.noteMetrics(metrics, of: number)
    }
}
