import Rill
import RillTestSupport
import RillTesting
import Synchronization
import Testing

/// Compares the image on the page "Instruments" with the calls of an instrument.
@Suite struct InstrumentsPageTests {
    /// An instrument that records its calls as rows of a table.
    private final class CallTable: Instrument {
        private let rows = Log<String>()
        private let scheduler: TestScheduler

        init(scheduler: TestScheduler) {
            self.scheduler = scheduler
            rows.append("TIME  CALL               ARGUMENTS")
        }

        var text: String { rows.entries.joined(separator: "\n") }

        private func add(_ call: String, _ arguments: String) {
            let name = call + String(repeating: " ", count: 19 - call.count)
            rows.append("\(scheduler.now.components.seconds) s   \(name)\(arguments)")
        }

        func subscriptionBegan(_ subscription: InstrumentedSubscription) {
            add("subscriptionBegan", subscription.name)
        }

        func subscriptionEnded(_ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome) {
            add("subscriptionEnded", "\(outcome)")
        }

        func eventPassed(
            _ checkpoint: String?, _ event: InstrumentedSubscription.EventKind,
            in subscription: InstrumentedSubscription
        ) {
            add("eventPassed", "\(checkpoint ?? "nil"), \(event)")
        }

        func schedulerHop(
            _ hop: SchedulerHop, _ phase: SchedulerHop.Phase, in subscription: InstrumentedSubscription
        ) {
            add("schedulerHop", "\(hop.scheduler)\(hop.delay.map { ", delay \($0)" } ?? ""), \(phase)")
        }

        func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
            add("retryDecided", "\(decision)")
        }
    }

    @Test func imagesShowCalls() throws {
        let kit = TestKit()
        let calls = CallTable(scheduler: kit.scheduler)
        let responses = [kit.cold("-#"), kit.cold("-a|")]
        let count = Atomic(0)
        let response = Observable.deferred {
            responses[count.add(1, ordering: .relaxed).oldValue].asObservable()
        }

        let search = kit.record {
            response.checkpoint("response")
                .retry(RetryPolicy(attempts: 2, backoff: .constant(.seconds(3))), scheduler: kit.scheduler)
                .instrumented(by: calls, name: "search")
        }
        #expect(search.difference(from: "-----a|") == nil)
        try TextImage.expect(
            "Sources/Rill/Rill.docc/Images/instrument-calls", shows: calls.text, suite: "InstrumentsPageTests")
    }
}
