import RillTestSupport

@testable import Rill

/// An instrument that logs its calls as text, and runs a closure in each call.
final class TestInstrument: Instrument {
    let log = Log<String>()
    private let onCall: @Sendable (String) -> Void

    /// - Parameter onCall: A closure that receives the text of each call. Defaults to doing nothing.
    init(onCall: @escaping @Sendable (String) -> Void = { _ in }) {
        self.onCall = onCall
    }

    var calls: [String] { log.entries }

    private func add(_ text: String, _ subscription: InstrumentedSubscription) {
        let call = "\(subscription.name) \(text)"
        log.append(call)
        onCall(call)
    }

    func subscriptionBegan(_ subscription: InstrumentedSubscription) {
        add("began", subscription)
    }

    func subscriptionEnded(_ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome) {
        add("\(outcome)", subscription)
    }

    func eventPassed(
        _ checkpoint: String?, _ event: InstrumentedSubscription.EventKind, in subscription: InstrumentedSubscription
    ) {
        add(checkpoint.map { "\(event) at \($0)" } ?? "\(event)", subscription)
    }

    func schedulerHop(
        _ hop: SchedulerHop, _ phase: SchedulerHop.Phase, in subscription: InstrumentedSubscription
    ) {
        let delay = phase == .scheduled ? hop.delay.map { " after \($0.text)" } : nil
        add("hop \(phase)\(delay ?? "")", subscription)
    }

    func boundaryChanged(_ boundary: BufferBoundary, in subscription: InstrumentedSubscription) {
        let state = boundary.isPaused ? "paused" : "resumed"
        add("\(boundary.name) \(state) \(boundary.count)/\(boundary.capacity)", subscription)
    }

    func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
        add("\(decision)", subscription)
    }
}
