internal import RillHTTPTypes
internal import Synchronization

/// A reporter that notifies the instruments of a subscription about its exchange and the attempts.
final class ExchangeReporter: Sendable {
    private let instrumentation: Instrumentation
    private let id: UInt64
    private let method: HTTPRequest.Method
    private let url: String

    /// Creates a reporter, or returns `nil` if no instrument observes exchanges.
    init?(_ instrumentation: Instrumentation?, _ httpRequest: HTTPRequest) {
        guard let instrumentation, instrumentation.targets.contains(where: { $0.instrument is any HTTPInstrument })
        else { return nil }
        self.instrumentation = instrumentation
        id = Instrumentation.nextID()
        method = httpRequest.method
        url = Redactor(request: httpRequest).url(of: httpRequest)
    }

    func began() {
        call { $0.exchangeBegan($1) }
    }

    func ended(_ metrics: ExchangeMetrics) {
        call { $0.exchangeEnded($1, metrics) }
    }

    fileprivate func call(_ body: (any HTTPInstrument, InstrumentedExchange) -> Void) {
        instrumentation.call { target in
            guard let instrument = target.instrument as? any HTTPInstrument else { return }
            body(instrument, InstrumentedExchange(id: id, subscription: target.subscription, method: method, url: url))
        }
    }
}

/// A reporter for an attempt and for the additional attempts that the transport makes when it retries the request.
final class AttemptReporter: Sendable {
    private let reporter: ExchangeReporter
    private let exchange: Exchange
    private let method: HTTPRequest.Method
    private let url: String
    private let traceContext: TraceContext?

    /// The zero-based number of the current attempt, or a negative state if there is none.
    private let current: Atomic<Int>

    private enum State {
        /// One attempt has ended, and the next one is about to begin.
        static let repeating = -1
        static let ended = -2
    }

    /// Creates the reporter of an attempt that begins now.
    ///
    /// - Parameters:
    ///   - reporter: The reporter of the exchange.
    ///   - number: The zero-based number.
    ///   - httpRequest: The request.
    ///   - exchange: The exchange.
    init(_ reporter: ExchangeReporter, _ number: Int, _ httpRequest: HTTPRequest, of exchange: Exchange) {
        self.reporter = reporter
        self.exchange = exchange
        method = httpRequest.method
        // A redirect can contain the secrets of earlier requests.
        url = exchange.sent(withBody: false).redactor.url(of: httpRequest)
        traceContext = TraceContext(httpRequest.headerFields)
        current = Atomic(number)
        began(number)
    }

    /// Reports the end of the current attempt and the beginning of the next one, unless the end was already reported.
    ///
    /// - Parameter number: The zero-based number of the next attempt.
    func repeated(as number: Int) {
        let last = current.load(ordering: .relaxed)
        guard last >= 0, change(from: last, to: State.repeating) else { return }
        ended(last)
        began(number)
        // The subscription may have been disposed in the meantime.
        if !change(from: State.repeating, to: number) { ended(number) }
    }

    /// Reports the end of the attempt, unless it was already reported.
    func end() {
        let last = current.exchange(State.ended, ordering: .acquiringAndReleasing)
        if last >= 0 { ended(last) }
    }

    private func change(from old: Int, to new: Int) -> Bool {
        current.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }

    private func ended(_ number: Int) {
        let result = exchange.redactedAttempt(number)
        reporter.call { $0.attemptEnded(attempt(number, of: $1), result) }
    }

    private func began(_ number: Int) {
        reporter.call { $0.attemptBegan(attempt(number, of: $1)) }
    }

    private func attempt(_ number: Int, of exchange: InstrumentedExchange) -> InstrumentedAttempt {
        InstrumentedAttempt(
            exchange: exchange, number: number + 1, method: method, url: url, traceContext: traceContext)
    }
}
