internal import RillHTTPTypes

/// A timeout that fails if no event is received for too long.
///
/// Time during which the subscriber is paused is not counted.
///
/// The timer checks eight times per timeout whether the subscriber is paused, to detect pauses that are shorter than
/// the timeout.
final class IdleTimeout: TimeLimit, @unchecked Sendable {  // `deadline` is guarded by `lock`
    private let step: Duration
    private var deadline: Duration

    override init(_ limit: Duration, scheduler: any Scheduler) {
        step = max(limit / 8, min(limit, .milliseconds(1)))
        deadline = scheduler.time(after: limit)
        super.init(limit, scheduler: scheduler)
    }

    /// Returns an observable of the same events that fails if no event is received for too long.
    ///
    /// Call this method only once.
    func monitored<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.do(onNext: { _ in self.extendDeadline() }).take(until: failure("idleTimeout") { self.startTimer($0) })
    }

    /// Extends the deadline after an event.
    ///
    /// The timer checks the deadline when it fires.
    private func extendDeadline() {
        let deadline = scheduler.time(after: limit)
        lock.withLock { self.deadline = deadline }
    }

    private func startTimer(_ observer: Observer<Never>) {
        let delay = min(lock.withLock { deadline } - scheduler.now, step)
        setTimer(after: delay) { self.timerFired(observer) }
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
