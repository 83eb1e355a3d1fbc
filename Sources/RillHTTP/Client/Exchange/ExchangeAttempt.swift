internal import RillHTTPTypes

/// A recorder that adds the events and the metrics of one attempt to the log of its exchange.
///
/// All closures of the attempt share one object, because it is allocated for each request.
final class ExchangeAttempt: TransportDelegate, @unchecked Sendable {
    // `decodedBytes` is guarded by rule 1.3: events come one at a time. `current` is guarded by the lock of the exchange's
    // log. The rest is immutable.

    private let exchange: Exchange
    private let number: Int

    /// The number of the attempt, or of the transport's latest retry of it.
    private var current: Int

    var attempt: Int { number + 1 }

    /// Whether the transport measures the attempt.
    var needsMetrics: Bool { exchange.needsMetrics }

    /// The number of bytes of the decoded body, if the transport measures the attempt.
    private var decodedBytes = 0

    /// The reporter to the instruments, or `nil` if there are none.
    let reporter: AttemptReporter?

    init(_ number: Int, of exchange: Exchange, reporter: AttemptReporter?) {
        self.exchange = exchange
        self.number = number
        current = number
        self.reporter = reporter
    }

    /// Records an event of the transport.
    ///
    /// - Throws: The transport's error as a `TransportError`.
    func record(_ event: Event<TransportEvent>) throws(TransportError) {
        switch event {
        case .next(.head(let head)):
            end(head.status)
        case .next(.chunk(let bytes)):
            if needsMetrics { decodedBytes += bytes.count }
        case .error(let error):
            noteDecodedBytes()
            let failure = error as? TransportError ?? TransportError(.other, "\(error)")
            end(nil, failure)
            reporter?.end()
            throw failure
        case .completed:
            noteDecodedBytes()
            reporter?.end()
        }
    }

    /// Records the outcome: a status or a failure.
    private func end(_ status: HTTPResponse.Status?, _ failure: TransportError? = nil) {
        let time = exchange.elapsed
        exchange.withLog { $0.attempts[current].end(status, failure, at: time) }
    }

    /// Corrects the metrics, because the transport does not decode the body.
    private func noteDecodedBytes() {
        if needsMetrics { exchange.withLog { $0.attempts[current].metrics?.decodedBytes = decodedBytes } }
    }

    func willResend(after failure: TransportError) {
        let time = exchange.elapsed
        let next = exchange.withLog { log in
            log.attempts[current].end(nil, failure, at: time)
            current = log.beginAttempt(at: time)
            return current
        }
        reporter?.repeated(as: next)
    }

    func willReceiveResponse(to request: HTTPRequest) {
        exchange.withLog { $0.noteSharedRequest(request) }
    }

    func didMeasure(_ metrics: TransportMetrics) {
        exchange.withLog { $0.attempts[current].metrics = metrics }
    }
}
