/// A time limit of one subscription, whose timer can be set again until the limit ends.
class TimeLimit: @unchecked Sendable {  // the mutable state is guarded by `lock`, which subclasses share
    final let limit: Duration
    final let scheduler: any Scheduler
    final let lock = Lock()
    private final var timer: Disposable?
    private(set) final var hasEnded = false

    init(_ limit: Duration, scheduler: any Scheduler) {
        self.limit = limit
        self.scheduler = scheduler
    }

    /// Returns an observable that emits nothing and fails when the time limit is exceeded.
    ///
    /// - Parameters:
    ///   - name: The name of the time limit in failures of tests.
    ///   - start: A closure that sets the first timer.
    final func failure(
        _ name: StaticString, start: @escaping @Sendable (Observer<Never>) -> Void
    ) -> Observable<Never> {
        .create { observer in
            observer.noteScheduler(self.scheduler, for: name)
            start(observer)
            return Disposable { self.end() }
        }
    }

    /// Sets the timer, unless the time limit has ended.
    final func setTimer(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        let timer = scheduler.schedule(after: delay, action)
        let hasEnded = lock.withLock {
            if !self.hasEnded { self.timer = timer }
            return self.hasEnded
        }
        if hasEnded { timer.dispose() }
    }

    /// Ends the time limit, or returns `false` if it has already ended.
    @discardableResult
    final func end() -> Bool {
        let (isFirst, timer) = lock.withLock {
            defer { hasEnded = true }
            return (!hasEnded, self.timer.take())
        }
        timer?.dispose()
        return isFirst
    }
}
