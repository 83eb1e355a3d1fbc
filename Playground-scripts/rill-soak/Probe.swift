import Rill
import RillHTTP
import RillHTTPTesting

/// One subscription: watches that it keeps the contract, and gives it up when its plan says so.
final class Probe: @unchecked Sendable {  // `state` is guarded by `lock`
    private struct State {
        var hasHead = false
        var events = 0
        var bytes = 0
        var isOver = false
        var isDisposed = false
        var subscription: Disposable?
        var cancelTimer: Disposable?
    }

    private let plan: Plan
    private let tally: Tally
    private let next: @Sendable () -> Void
    private let lock = Lock()
    private var state = State()

    /// - Parameters:
    ///   - plan: What is asked for, and what may come.
    ///   - tally: Where it is counted.
    ///   - next: Called once, when the subscription is over.
    init(_ plan: Plan, _ tally: Tally, next: @escaping @Sendable () -> Void) {
        self.plan = plan
        self.tally = tally
        self.next = next
    }

    func run(_ exchange: Observable<TransportEvent>, on scheduler: any Scheduler) {
        tally.start(plan)
        let stream = plan.pauses ? exchange.observeOn(scheduler, bufferSize: 2) : exchange
        let subscription = stream.subscribe(
            onNext: { self.take($0) },
            onError: { error in
                guard let code = (error as? TransportError)?.code else {
                    return self.tally.complain("\(self.plan.path): an error that is none of a transport: \(error)")
                }
                self.end(.failed(code), "\(error)")
            },
            onCompleted: { self.end(.completed(self.lock.withLock { self.state.bytes })) })
        let isOver = lock.withLock {
            if !state.isOver { state.subscription = subscription }
            return state.isOver
        }
        if isOver { return subscription.dispose() }
        switch plan.cancellation {
        case .never, .atEvent: break
        case .atOnce: cancel()
        case .after(let microseconds):
            let timer = scheduler.schedule(after: .microseconds(microseconds)) { self.cancel() }
            lock.withLock { if !state.isOver { state.cancelTimer = timer } }
        }
    }

    // MARK: Events

    private func take(_ event: TransportEvent) {
        let (problem, cancels) = lock.withLock { () -> (String?, Bool) in
            state.events += 1
            var problem: String?
            if state.isOver { problem = state.isDisposed ? nil : "an event after the end" }
            switch event {
            case .head:
                if state.hasHead { problem = "a second head" }
                state.hasHead = true
            case .chunk(let bytes):
                if !state.hasHead { problem = "a chunk before the head" }
                if bytes.isEmpty { problem = "an empty chunk" }
                if plan.kind != .upload, plan.kind != .trickle,
                    bytes.first != LoopbackServer.patternByte(at: state.bytes)
                {
                    problem = "other bytes than were sent"
                }
                state.bytes += bytes.count
            }
            if case .atEvent(let number) = plan.cancellation { return (problem, number == state.events) }
            return (problem, false)
        }
        if let problem { tally.complain("\(plan.path): \(problem)") }
        if cancels { cancel() }
    }

    private func end(_ end: Plan.End, _ text: String = "") {
        guard finish(end, disposed: false) else {
            // A cancellation from another thread may cross an event that is already being delivered.
            if !lock.withLock({ state.isDisposed }) { tally.complain("\(plan.path): a second end: \(end)") }
            return
        }
        if !plan.allows(end) { tally.complain("\(plan.path): \(end) \(text)") }
    }

    private func cancel() {
        let subscription = lock.withLock { state.subscription }
        guard finish(.cancelled, disposed: true) else { return }
        subscription?.dispose()
    }

    /// Notes the end; false if it has been noted before.
    private func finish(_ end: Plan.End, disposed: Bool) -> Bool {
        let (isFirst, bytes, timer) = lock.withLock { () -> (Bool, Int, Disposable?) in
            defer {
                state.isOver = true
                if !state.isDisposed { state.isDisposed = disposed }
                state.subscription = nil
                state.cancelTimer = nil
            }
            return (!state.isOver, state.bytes, state.cancelTimer)
        }
        guard isFirst else { return false }
        timer?.dispose()
        tally.end(plan, end, bytes: bytes)
        next()
        return true
    }
}
