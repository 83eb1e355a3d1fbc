internal import Rill

/// A subscription that the kit has made, and what it has got so far.
///
/// Make one with ``TestKit/observe(subscribedAt:disposedAt:file:line:_:)``, move the time, and read ``recording``.
public final class RecordingObserver<Element: Sendable>: @unchecked Sendable {  // what changes is guarded by `lock`
    private let scheduler: TestScheduler
    private let lock = Lock()
    private var events: [Recorded<Element>] = []
    private var subscription: Disposable?
    private var isDisposed = false

    init(scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    /// What has come so far.
    public var recording: Recording<Element> { Recording(events: lock.withLock { events }) }

    /// Ends the subscription, or keeps it from being made.
    public func dispose() {
        let subscription = lock.withLock {
            isDisposed = true
            return self.subscription
        }
        subscription?.dispose()
    }

    func subscribe(to source: Observable<Element>, file: StaticString, line: UInt) {
        guard !lock.withLock({ isDisposed }) else { return }
        let subscription = source.subscribe(
            onNext: { self.take(.next($0)) },
            onError: { self.take(.error($0)) },
            onCompleted: { self.take(.completed) },
            file: file, line: line)
        let isLate = lock.withLock {
            self.subscription = subscription
            return isDisposed
        }
        // Disposed meanwhile, by one of the first events.
        if isLate { subscription.dispose() }
    }

    private func take(_ event: Event<Element>) {
        let time = scheduler.time
        lock.withLock { events.append(Recorded(at: time, event)) }
    }
}
