internal import Rill

/// Records what passes the checkpoints of a subscription in virtual time.
final class TimelineInstrument: EventInstrument, @unchecked Sendable {  // the variables are guarded by `lock`
    /// The recorded events.
    struct Log: Sendable {
        /// The events in order, each with the name of its checkpoint, or `nil` if the subscriber received it.
        var events: [(checkpoint: String?, record: Recorded<any Sendable>)] = []

        /// The time of the subscription, or `nil` if there was none.
        var subscribed: TestTime?

        /// The time of the disposal, or `nil` if the subscription was not disposed before the end of the stream.
        var disposed: TestTime?
    }

    private let scheduler: TestScheduler
    private let lock = Lock()
    private var current = Log()

    init(scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    var log: Log { lock.withLock { current } }

    func subscriptionBegan(_ subscription: InstrumentedSubscription) {
        let time = scheduler.time
        lock.withLock { current.subscribed = time }
    }

    func subscriptionEnded(_ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome) {
        guard case .disposed = outcome else { return }
        let time = scheduler.time
        lock.withLock { current.disposed = time }
    }

    func passed<Element>(_ checkpoint: String?, _ event: Event<Element>, in subscription: InstrumentedSubscription) {
        switch event {
        case .next(let element): append(.next(element), at: checkpoint)
        case .error(let error): append(.error(error), at: checkpoint)
        case .completed: append(.completed, at: checkpoint)
        }
    }

    func boundaryChanged(_ boundary: BufferBoundary, in subscription: InstrumentedSubscription) {
        append(.next(boundary.count), at: "\(boundary.name) buffer")
    }

    func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
        append(.next(decision.attempt), at: "retry")
    }

    private func append(_ event: Event<any Sendable>, at checkpoint: String?) {
        let time = scheduler.time
        lock.withLock { current.events.append((checkpoint, Recorded(at: time, event))) }
    }
}
