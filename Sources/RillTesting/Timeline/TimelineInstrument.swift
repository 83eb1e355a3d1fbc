internal import Rill

/// Records the events that pass the checkpoints of a subscription, with their virtual times.
final class TimelineInstrument: EventInstrument, @unchecked Sendable {  // the variables are guarded by `lock`
    /// The recorded events.
    struct Log: Sendable {
        /// The events, in order.
        var events: [(lane: TimelineLane, record: Recorded<any Sendable>)] = []

        /// The time of the subscription, or `nil` if there was none.
        var subscribed: TestTime?

        /// The time of the disposal, or `nil` if the stream terminated first or the subscription is still active.
        var disposed: TestTime?

        /// The rows in the order of their first events.
        ///
        /// The result is the last row.
        var lanes: [TimelineLane] {
            var known: Set<TimelineLane> = [.result]
            return events.map(\.lane).filter { known.insert($0).inserted } + [.result]
        }
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
        let lane = checkpoint.map { TimelineLane.checkpoint($0) } ?? .result
        switch event {
        case .next(let element): append(.next(element), to: lane)
        case .error(let error): append(.error(error), to: lane)
        case .completed: append(.completed, to: lane)
        }
    }

    func boundaryChanged(_ boundary: BufferBoundary, in subscription: InstrumentedSubscription) {
        append(.next(boundary.count), to: .buffer(name: boundary.name, id: boundary.id))
    }

    func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
        append(.next(decision.attempt), to: .retry(id: decision.id))
    }

    private func append(_ event: Event<any Sendable>, to lane: TimelineLane) {
        let time = scheduler.time
        lock.withLock { current.events.append((lane, Recorded(at: time, event))) }
    }
}
