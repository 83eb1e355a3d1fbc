internal import RillHTTPTypes

/// A recorder that adds the events and the metrics of one attempt to the log of its exchange.
///
/// All closures of the attempt share one object, because it is allocated for each request.
final class ExchangeAttempt: TransportDelegate, @unchecked Sendable {
    // `decodedBytes` is guarded by rule 1.3: events come one at a time. The rest is immutable.

    private let exchange: Exchange
    private let number: Int

    var attempt: Int { number + 1 }

    /// Whether the transport measures the attempt.
    let needsMetrics: Bool

    /// The number of bytes of the decoded body, if the transport measures the attempt.
    private var decodedBytes = 0

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
        case .next(.chunk(let bytes)):
            if needsMetrics { decodedBytes += bytes.count }
        case .error(let error):
            noteDecodedBytes()
            let failure = error as? TransportError ?? TransportError(.other, "\(error)")
            exchange.endAttempt(number, nil, failure)
            reporter?.end()
            throw failure
        case .completed:
            noteDecodedBytes()
            reporter?.end()
        }
    }

    private func noteDecodedBytes() {
        if needsMetrics { exchange.withLog { $0.noteDecodedBytes(decodedBytes, of: number) } }
    }

    func willResend(after failure: TransportError) {
        let next = exchange.repeatAttempt(number, after: failure)
        reporter?.repeated(as: next)
    }

    func willReceiveResponse(to request: HTTPRequest) {
        exchange.withLog { $0.noteSharedRequest(request) }
    }

    func didMeasure(_ metrics: TransportMetrics) {
        exchange.withLog { $0.noteMetrics(metrics, of: number) }
    }
}
