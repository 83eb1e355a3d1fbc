import RillHTTP
import RillTestSupport

/// An instrument that logs its calls as text and runs a closure in each call.
final class TestHTTPInstrument: HTTPInstrument {
    let log = Log<String>()
    private let onCall: @Sendable (String) -> Void

    /// - Parameter onCall: A closure that receives the text of each call. Defaults to doing nothing.
    init(onCall: @escaping @Sendable (String) -> Void = { _ in }) {
        self.onCall = onCall
    }

    var calls: [String] { log.entries }

    private func add(_ call: String) {
        log.append(call)
        onCall(call)
    }

    func subscriptionBegan(_ subscription: InstrumentedSubscription) { add("\(subscription.name) began") }

    func subscriptionEnded(_ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome) {
        if case .failed = outcome { add("\(subscription.name) failed") } else { add("\(outcome)") }
    }

    func schedulerHop(
        _ hop: SchedulerHop, _ phase: SchedulerHop.Phase, in subscription: InstrumentedSubscription
    ) {
        add("hop \(phase)")
    }

    func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
        add("attempt \(decision.attempt) of \(decision.attempts) failed")
    }

    func exchangeBegan(_ exchange: InstrumentedExchange) {
        add("exchange \(exchange.method) \(exchange.url)")
    }

    func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics) {
        switch metrics.result {
        case .success: add("exchange completed, \(metrics.attempts.count) attempts")
        case .failure(let error): add("exchange failed (\(error.stage)), \(metrics.attempts.count) attempts")
        case nil: add("exchange disposed, \(metrics.attempts.count) attempts")
        }
    }

    func attemptBegan(_ attempt: InstrumentedAttempt) {
        add("attempt \(attempt.number) \(attempt.method) \(attempt.url)")
    }

    func attemptEnded(_ attempt: InstrumentedAttempt, _ result: APIError.Attempt) {
        add("attempt \(attempt.number) ended \(result.status.map { "\($0.code)" } ?? "without response")")
    }
}
