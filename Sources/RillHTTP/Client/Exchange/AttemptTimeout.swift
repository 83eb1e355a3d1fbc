internal import RillHTTPTypes

/// The time limit of one attempt, which applies until the response head arrives, or until the end of a rejected response.
final class AttemptTimeout: TimeLimit, @unchecked Sendable {  // `reason` is guarded by `lock`
    /// The reason of the timeout: no response head, or an incomplete response that is not accepted.
    private var reason = TransportError.Reason.firstByte

    /// Whether the head of an accepted response has been forwarded.
    ///
    /// Guarded by rule 1.3: events come one at a time.
    private var isAccepted = false

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
            .take(until: failure("attemptTimeout") { self.schedule(after: self.limit, $0, hasGrace: true) })
    }

    private func schedule(after delay: Duration, _ observer: Observer<Never>, hasGrace: Bool) {
        let due = scheduler.now + delay
        setTimer(after: delay) {
            // After the process was stopped, the transport first reads the data that has arrived meanwhile.
            if hasGrace, self.scheduler.now - due >= Self.grace {
                self.schedule(after: Self.grace, observer, hasGrace: false)
            } else if self.end() {
                observer.onError(TransportError(timeout: self.lock.withLock { self.reason }, after: self.limit))
            }
        }
    }

    /// The delay of a timer after which the time limit is checked again, and the time until then.
    private static let grace = Duration.milliseconds(100)
}
