package import Rill
package import RillHTTP

/// An instrument that records all values that it receives.
package final class RecordingInstrument: HTTPInstrument {
    private let record: @Sendable (Any) -> Void

    package init(_ record: @escaping @Sendable (Any) -> Void) {
        self.record = record
    }

    package func subscriptionBegan(_ subscription: InstrumentedSubscription) { record(subscription) }

    package func subscriptionEnded(
        _ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome
    ) {
        if case .failed(let error) = outcome { record(error) }
    }

    package func schedulerHop(
        _ hop: SchedulerHop, _ phase: SchedulerHop.Phase, in subscription: InstrumentedSubscription
    ) {
        record(hop)
    }

    package func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
        record(decision)
    }

    package func exchangeBegan(_ exchange: InstrumentedExchange) { record(exchange) }
    package func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics) { record(metrics) }
    package func attemptBegan(_ attempt: InstrumentedAttempt) { record(attempt) }
    package func attemptEnded(_ attempt: InstrumentedAttempt, _ result: APIError.Attempt) { record(result) }
}
