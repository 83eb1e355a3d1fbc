internal import RillHTTPTypes

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
            self.schedule(after: self.limit, observer, hasGrace: true)
            return Disposable { self.end() }
        }
    }

    private func schedule(after delay: Duration, _ observer: Observer<Never>, hasGrace: Bool) {
        let due = scheduler.now + delay
        let timer = scheduler.schedule(after: delay) {
            // After the process was stopped, the transport first reads the data that has arrived meanwhile.
            if hasGrace, self.scheduler.now - due >= Self.grace {
                self.schedule(after: Self.grace, observer, hasGrace: false)
            } else if self.end() {
                observer.onError(TransportError(timeout: .firstByte, after: self.limit))
            }
        }
        let hasEnded = lock.withLock {
            if !self.hasEnded { self.timer = timer }
            return self.hasEnded
        }
        if hasEnded { timer.dispose() }
    }

    /// The delay of a timer after which the time limit is checked again, and the time until then.
    private static let grace = Duration.milliseconds(100)

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
}
