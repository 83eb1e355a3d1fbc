internal import Rill

/// Fails when nothing has happened for too long; the time in which the subscriber is paused does not count.
///
/// It looks eight times in that time whether the subscriber is paused, so that shorter pauses may count.
final class IdleAlarm: @unchecked Sendable {  // guarded by `lock`
    private let limit: Duration
    private let step: Duration
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var due: Duration
    private var timer: Disposable?
    private var isOver = false

    init(_ limit: Duration, scheduler: any Scheduler) {
        self.limit = limit
        step = max(limit / 8, min(limit, .milliseconds(1)))
        self.scheduler = scheduler
        due = scheduler.time(after: limit)
    }

    /// The same events; fails when there are none for too long.
    ///
    /// To be called once.
    func watched<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source
            .map { event in
                self.note()
                return event
            }
            .take(until: alarm)
    }

    /// Notes that something has happened; the timer looks at the note when it rings.
    private func note() {
        let due = scheduler.time(after: limit)
        lock.withLock { self.due = due }
    }

    /// Never emits anything; fails when time runs out.
    private var alarm: Observable<Never> {
        .create { observer in
            self.arm(observer)
            return Disposable {
                self.lock.withLock {
                    self.isOver = true
                    return self.timer.take()
                }?.dispose()
            }
        }
    }

    private func arm(_ observer: Observer<Never>) {
        let wait = min(lock.withLock { due } - scheduler.now, step)
        let timer = scheduler.schedule(after: wait) { self.ring(observer) }
        let isOver = lock.withLock {
            if !self.isOver { self.timer = timer }
            return self.isOver
        }
        if isOver { timer.dispose() }
    }

    private func ring(_ observer: Observer<Never>) {
        // While the subscriber is paused nothing can arrive: the time begins anew when it goes on.
        let isParked = observer.park {
            self.note()
            self.arm(observer)
        }
        guard !isParked else { return }
        guard scheduler.now >= lock.withLock({ due }) else { return arm(observer) }
        observer.onError(TransportError(.timeout, .betweenBytes, "nothing arrived for \(limit)"))
    }
}
