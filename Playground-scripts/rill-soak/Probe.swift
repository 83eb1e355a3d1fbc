import Foundation
import RillHTTPTesting

/// A subscription that verifies the event contract and is canceled as planned.
final class Probe: @unchecked Sendable {  // `state` is guarded by `lock`
    private struct State {
        var hasHead = false
        var events = 0
        var bytes = 0
        var hasEnded = false
        var isDisposed = false
        var subscription: Disposable?
        var cancelTimer: Disposable?
    }

    private let plan: Plan
    private let tally: Tally
    private let usesMiddleware: Bool
    private let next: @Sendable () -> Void
    private let lock = NSLock()
    private var state = State()

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - plan: The plan of the exchange.
    ///   - tally: The tally that counts the outcome.
    ///   - usesMiddleware: Whether the request is sent by a client with middleware, which emits no head.
    ///   - next: A closure that is called once, when the subscription has ended.
    init(_ plan: Plan, _ tally: Tally, usesMiddleware: Bool, next: @escaping @Sendable () -> Void) {
        self.plan = plan
        self.tally = tally
        self.usesMiddleware = usesMiddleware
        state.hasHead = usesMiddleware
        self.next = next
    }

    func run(_ exchange: Observable<TransportEvent>, on scheduler: any Scheduler) {
        tally.start(plan)
        let stream = plan.pauses ? exchange.observeOn(scheduler, bufferSize: 2) : exchange
        let subscription = stream.subscribe(
            onNext: { self.handle($0) },
            onError: { error in
                switch error {
                case let error as TransportError: self.end(.failed(error.code), "\(error)")
                case is RejectedRequest: self.end(.rejected, "\(error)")
                default: self.tally.addViolation("\(self.plan.path): not a TransportError: \(error)")
                }
            },
            onCompleted: { self.end(.completed(self.lock.withLock { self.state.bytes })) })
        let hasEnded = lock.withLock {
            if !state.hasEnded { state.subscription = subscription }
            return state.hasEnded
        }
        if hasEnded { return subscription.dispose() }
        switch plan.cancellation {
        case .never, .atEvent: break
        case .immediately: cancel()
        case .after(let microseconds):
            let timer = scheduler.schedule(after: .microseconds(microseconds)) { self.cancel() }
            lock.withLock { if !state.hasEnded { state.cancelTimer = timer } }
        }
    }

    // MARK: Events

    private func handle(_ event: TransportEvent) {
        let (problem, cancels) = lock.withLock { () -> (String?, Bool) in
            state.events += 1
            var problem: String?
            if state.hasEnded { problem = state.isDisposed ? nil : "an event after the terminal event" }
            switch event {
            case .head:
                if state.hasHead { problem = "a second head" }
                state.hasHead = true
            case .chunk(let bytes):
                if !state.hasHead { problem = "a chunk before the head" }
                if bytes.isEmpty { problem = "an empty chunk" }
                if plan.kind != .trickle, !bytes.isEmpty,
                    bytes.first != LoopbackServer.patternByte(at: state.bytes)
                        || bytes.last != LoopbackServer.patternByte(at: state.bytes + bytes.count - 1)
                {
                    problem = "the bytes differ from the sent bytes"
                }
                state.bytes += bytes.count
            }
            if case .atEvent(let number) = plan.cancellation { return (problem, number == state.events) }
            return (problem, false)
        }
        if let problem { tally.addViolation("\(plan.path): \(problem)") }
        if cancels { cancel() }
    }

    private func end(_ end: Plan.End, _ text: String = "") {
        guard finish(end, disposed: false) else {
            // An event can already be in delivery when another thread cancels.
            if !lock.withLock({ state.isDisposed }) {
                tally.addViolation("\(plan.path): a second terminal event: \(end)")
            }
            return
        }
        if !plan.allows(end, throughMiddleware: usesMiddleware) { tally.addViolation("\(plan.path): \(end) \(text)") }
    }

    private func cancel() {
        let subscription = lock.withLock { state.subscription }
        guard finish(.cancelled, disposed: true) else { return }
        subscription?.dispose()
    }

    /// Records the outcome, or returns `false` if the subscription has already ended.
    private func finish(_ end: Plan.End, disposed: Bool) -> Bool {
        let (isFirst, bytes, timer) = lock.withLock { () -> (Bool, Int, Disposable?) in
            defer {
                state.hasEnded = true
                if !state.isDisposed { state.isDisposed = disposed }
                state.subscription = nil
                state.cancelTimer = nil
            }
            return (!state.hasEnded, state.bytes, state.cancelTimer)
        }
        guard isFirst else { return false }
        timer?.dispose()
        tally.end(plan, end, bytes: bytes)
        next()
        return true
    }
}
