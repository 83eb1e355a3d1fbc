internal import Rill

/// Fails when nothing has happened for too long; the time in which the subscriber is paused does not count.
final class IdleAlarm: @unchecked Sendable {  // guarded by `lock`
    private let limit: Duration
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var due: Duration
    private var timer: Disposable?
    private var isOver = false

    init(_ limit: Duration, scheduler: any Scheduler) {
        self.limit = limit
        self.scheduler = scheduler
        due = scheduler.now + limit
    }

    /// Notes that something has happened; the timer looks at the note when it rings.
    func note() {
        let due = scheduler.now + limit
        lock.withLock { self.due = due }
    }

    /// Never emits anything; fails when time runs out.
    ///
    /// To be subscribed to once.
    var alarm: Observable<Never> {
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
        let wait = lock.withLock { due } - scheduler.now
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
