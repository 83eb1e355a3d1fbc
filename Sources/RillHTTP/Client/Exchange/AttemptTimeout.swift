internal import RillHTTPTypes

/// The time limit of one attempt, which applies until the response head arrives, or until the end of a rejected response.
final class AttemptTimeout: @unchecked Sendable {  // the mutable state is guarded by `lock`, except `isAccepted`
    private let limit: Duration
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var timer: Disposable?
    private var hasEnded = false

    /// The reason of the timeout: no response head, or an incomplete response that is not accepted.
    private var reason = TransportError.Reason.firstByte

    /// Whether the head of an accepted response has been forwarded.
    ///
    /// Guarded by rule 1.3: events come one at a time.
    private var isAccepted = false

    init(_ limit: Duration, scheduler: any Scheduler) {
        self.limit = limit
        self.scheduler = scheduler
    }

    /// Returns an observable of the same events that fails if the limit is exceeded.
    ///
    /// Call this method only once.
    ///
    /// - Parameters:
    ///   - source: The events of the attempt.
    ///   - accepts: A closure that returns whether a response is accepted.
    /// - Returns: The limited events.
    func limited(
        _ source: Observable<TransportEvent>, accepts: @escaping @Sendable (HTTPResponse) -> Bool
    ) -> Observable<TransportEvent> {
        source
            .transformEventsInPlace("attemptTimeout") { event, observer in
                if !self.isAccepted {
                    // After the time limit or a disposal, nothing is forwarded, and there is no error to report.
                    if case .next(.head(let head)) = event, accepts(head) {
                        guard self.end() else { return }
                        self.isAccepted = true
                    } else {
                        let hasEnded = self.lock.withLock {
                            if case .next = event { self.reason = .total }
                            return self.hasEnded
                        }
                        if hasEnded { return }
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
                observer.onError(TransportError(timeout: self.lock.withLock { self.reason }, after: self.limit))
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
