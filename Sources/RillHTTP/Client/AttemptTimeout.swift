internal import Rill

/// The time limit of one attempt, which ends with the response head.
final class AttemptTimeout: @unchecked Sendable {  // the mutable state is guarded by `lock`
    private let limit: Duration
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var timer: Disposable?
    private var hasEnded = false

    init(_ limit: Duration, scheduler: any Scheduler) {
        self.limit = limit
        self.scheduler = scheduler
    }

    /// Returns an observable of the same events that fails if the response head does not arrive in time.
    ///
    /// Call this method only once.
    func limited(_ source: Observable<TransportEvent>) -> Observable<TransportEvent> {
        source
            .map { event in
                // A head that arrives just after the timeout must not be forwarded.
                if case .head = event, !self.end() { throw self.error }
                return event
            }
            .take(until: failure)
    }

    /// An observable that emits nothing and fails at the time limit.
    private var failure: Observable<Never> {
        .create { observer in
            let timer = self.scheduler.schedule(after: self.limit) {
                if self.end() { observer.onError(self.error) }
            }
            let hasEnded = self.lock.withLock {
                if !self.hasEnded { self.timer = timer }
                return self.hasEnded
            }
            if hasEnded { timer.dispose() }
            return Disposable { self.end() }
        }
    }

    /// Ends the time limit, and returns `false` if it has already ended.
    @discardableResult
    private func end() -> Bool {
        let (isFirst, timer) = lock.withLock {
            defer { hasEnded = true }
            return (!hasEnded, self.timer.take())
        }
        timer?.dispose()
        return isFirst
    }

    private var error: TransportError {
        TransportError(.timeout, .firstByte, TransportError.Reason.firstByte.message(after: limit))
    }
}
