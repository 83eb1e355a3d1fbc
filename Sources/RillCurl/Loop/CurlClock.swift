#if os(Linux)
    internal import RillHTTPTypes

    /// The clock of a loop: it provides the current time and detects exchanges that have exceeded a time limit.
    ///
    /// A loop has one timer, which fires at the earliest possible deadline of all its exchanges. An exchange that stays
    /// within its limits costs one clock reading per iteration of the loop.
    final class CurlClock {
        /// The time after which an exchange with a complete response ends if the server does not read its request.
        private static let stallLimit = Duration.seconds(5)

        private let options: TransportOptions
        private let mailbox: CurlMailbox
        private var timer: Disposable?
        private var nextCheck: Duration?

        /// The time at which the current iteration of the loop began.
        private(set) var now = Duration.zero

        /// The shorter of the limits for one phase.
        private var shortestPhaseLimit: Duration? {
            options.responseTimeout.map { min($0, options.idleTimeout ?? $0) } ?? options.idleTimeout
        }

        init(_ options: TransportOptions, mailbox: CurlMailbox) {
            self.options = options
            self.mailbox = mailbox
        }

        deinit {
            timer?.dispose()
        }

        /// Updates `now`.
        func updateNow() {
            now = options.scheduler.now
        }

        /// Includes an exchange that has just started in the timer.
        func watch(_ slot: CurlSlot) {
            scheduleCheck(at: deadline(of: slot)?.at)
        }

        /// Handles the timer: reports the exchanges that have reached a time limit, and schedules the next check.
        func endTimedOut(_ slots: some Sequence<CurlSlot>, _ onEnd: (CurlSlot, CurlResult) -> Void) {
            timer = nil
            nextCheck = nil
            for slot in slots {
                guard let due = deadline(of: slot) else { continue }
                if due.at <= now, let (reason, limit) = due.exceeded {
                    if reason == .betweenBytes, case .stalledAfterResponse = slot.phase {
                        onEnd(slot, .completed)
                    } else {
                        onEnd(slot, .failed(TransportError(timeout: reason, after: limit)))
                    }
                } else {
                    scheduleCheck(at: max(due.at, now))
                }
            }
        }

        /// The time at which an exchange must be checked, and the limit that is exceeded if nothing happens until then.
        ///
        /// Without a limit, it is the earliest time at which a limit could be exceeded.
        private typealias Deadline = (at: Duration, exceeded: (TransportError.Reason, Duration)?)

        /// Returns the deadline of an exchange if nothing happens until then, or `nil` if there are no limits.
        private func deadline(of slot: CurlSlot) -> Deadline? {
            // The next phase may have a limit, which starts now at the earliest.
            let limit = slot.upload == nil ? nil : Self.stallLimit
            var deadline: Deadline? = (shortestPhaseLimit.map { min($0, limit ?? $0) } ?? limit).map {
                (now + $0, nil)
            }
            /// Applies a limit. Of equal deadlines, the last one is reported.
            func apply(_ limit: Duration?, since start: Duration, _ reason: TransportError.Reason) {
                guard let limit, start + limit <= deadline?.at ?? start + limit else { return }
                deadline = (start + limit, (reason, limit))
            }
            apply(options.totalTimeout, since: slot.startedAt, .total)
            switch slot.phase {
            case .connecting, .paused: break
            case .waiting(let since): apply(options.responseTimeout, since: since, .firstByte)
            case .receiving(let since): apply(options.idleTimeout, since: since, .betweenBytes)
            case .stalledAfterResponse(let since):
                apply(min(options.idleTimeout ?? Self.stallLimit, Self.stallLimit), since: since, .betweenBytes)
            }
            return deadline
        }

        private func scheduleCheck(at time: Duration?) {
            guard let time, nextCheck.map({ time < $0 }) ?? true else { return }
            timer?.dispose()
            nextCheck = time
            let delay = max(time - options.scheduler.now, .zero)
            timer = options.scheduler.schedule(after: delay) { [mailbox] in mailbox.post(.check) }
        }
    }
#endif
