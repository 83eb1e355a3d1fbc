internal import RillHTTPTypes

/// A timeout that fails if no event is received for too long.
///
/// Time during which the subscriber is paused is not counted.
///
/// The timer checks eight times per timeout whether the subscriber is paused, to detect pauses that are shorter than
/// the timeout.
final class IdleTimeout: @unchecked Sendable {  // guarded by `lock`
    private let limit: Duration
    private let step: Duration
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var deadline: Duration
    private var timer: Disposable?
    private var isDisposed = false

    init(_ limit: Duration, scheduler: any Scheduler) {
        self.limit = limit
        step = max(limit / 8, min(limit, .milliseconds(1)))
        self.scheduler = scheduler
        deadline = scheduler.time(after: limit)
    }

    /// Returns an observable of the same events that fails if no event is received for too long.
    ///
    /// Call this method only once.
    func monitored<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.do(onNext: { _ in self.extendDeadline() }).take(until: failure)
    }

    /// Extends the deadline after an event.
    ///
    /// The timer checks the deadline when it fires.
    private func extendDeadline() {
        let deadline = scheduler.time(after: limit)
        lock.withLock { self.deadline = deadline }
    }

    /// An observable that emits nothing and fails at the deadline.
    private var failure: Observable<Never> {
        .create { observer in
            observer.noteScheduler(self.scheduler, for: "idleTimeout")
            self.startTimer(observer)
            return Disposable {
                self.lock.withLock {
                    self.isDisposed = true
                    return self.timer.take()
                }?.dispose()
            }
        }
    }

    private func startTimer(_ observer: Observer<Never>) {
        let delay = min(lock.withLock { deadline } - scheduler.now, step)
        let timer = scheduler.schedule(after: delay) { self.timerFired(observer) }
        let isDisposed = lock.withLock {
            if !self.isDisposed { self.timer = timer }
            return self.isDisposed
        }
        if isDisposed { timer.dispose() }
    }

    private func timerFired(_ observer: Observer<Never>) {
        // No event can be received while the subscriber is paused, so the timeout restarts when it resumes.
        let isPaused = observer.whenResumed {
            self.extendDeadline()
            self.startTimer(observer)
        }
        guard !isPaused else { return }
        guard scheduler.now >= lock.withLock({ deadline }) else { return startTimer(observer) }
        observer.onError(TransportError(.timeout, .betweenBytes, "no data received for \(limit)"))
    }
}
