internal import Rill

/// A subscription made by a test kit, and the events that it has received.
///
/// Create an observer with ``TestKit/observe(subscribedAt:disposedAt:file:line:_:)``, advance the time, and read
/// ``recording``.
public final class RecordingObserver<Element: Sendable>: @unchecked Sendable {  // mutable state is guarded by `lock`
    private let scheduler: TestScheduler
    private let lock = Lock()
    private var events: [Recorded<Element>] = []
    private var subscription: Disposable?
    private var isDisposed = false

    init(scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    /// The events received so far.
    public var recording: Recording<Element> { Recording(events: lock.withLock { events }) }

    /// Disposes the subscription, or prevents it if it has not started.
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
            onNext: { self.append(.next($0)) },
            onError: { self.append(.error($0)) },
            onCompleted: { self.append(.completed) },
            file: file, line: line)
        let isLate = lock.withLock {
            self.subscription = subscription
            return isDisposed
        }
        // One of the first events disposed the observer during `subscribe`.
        if isLate { subscription.dispose() }
    }

    private func append(_ event: Event<Element>) {
        let time = scheduler.time
        lock.withLock { events.append(Recorded(at: time, event)) }
    }
}
