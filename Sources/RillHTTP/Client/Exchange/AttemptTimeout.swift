internal import Rill

/// The time limit of one attempt, which applies until the response head arrives.
final class AttemptTimeout: @unchecked Sendable {  // the mutable state is guarded by `lock`, except `hasHead`
    private let limit: Duration
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var timer: Disposable?
    private var hasEnded = false

    /// Whether the response head has been forwarded.
    ///
    /// Guarded by rule 1.3: events come one at a time.
    private var hasHead = false

    init(_ limit: Duration, scheduler: any Scheduler) {
        self.limit = limit
        self.scheduler = scheduler
    }

    /// Returns an observable of the same events that fails if the response head does not arrive in time.
    ///
    /// Call this method only once.
    func limited(_ source: Observable<TransportEvent>) -> Observable<TransportEvent> {
        source
            .transformEventsInPlace("attemptTimeout") { event, observer in
                if !self.hasHead {
                    // After the time limit or a disposal, nothing is forwarded, and there is no error to report.
                    if case .next(.head) = event {
                        guard self.end() else { return }
                        self.hasHead = true
                    } else if self.lock.withLock({ self.hasEnded }) {
                        return
                    }
                }
                observer.on(event)
            }
            .take(until: failure)
    }

    /// An observable that emits nothing and fails at the time limit.
    private var failure: Observable<Never> {
        .create { observer in
            observer.noteScheduler(self.scheduler, for: "attemptTimeout")
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

    /// Ends the time limit, or returns `false` if it has already ended.
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
