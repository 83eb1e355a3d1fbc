#if os(Linux)
    internal import Rill

    /// The clock of a loop: it provides the current time and detects exchanges that have exceeded a time limit.
    ///
    /// A loop has one timer, which fires at the earliest possible deadline of all its exchanges. An exchange that stays
    /// within its limits costs one clock reading per iteration of the loop.
    final class CurlClock {
        private let scheduler: any Scheduler
        private let mailbox: CurlMailbox
        private let limits: Limits
        private var timer: Disposable?
        private var nextCheck: Duration?

        /// The time at which the current iteration of the loop began.
        private(set) var now = Duration.zero

        private struct Limits {
            var response: Duration?
            var idle: Duration?
            var total: Duration?

            var isEmpty: Bool { response == nil && idle == nil && total == nil }
        }

        init(_ options: TransportOptions, mailbox: CurlMailbox) {
            scheduler = options.scheduler
            limits = Limits(response: options.responseTimeout, idle: options.idleTimeout, total: options.totalTimeout)
            self.mailbox = mailbox
            updateNow()
        }

        deinit {
            timer?.dispose()
        }

        /// Updates `now`.
        func updateNow() {
            if !limits.isEmpty { now = scheduler.now }
        }

        /// Includes an exchange that has just started in the timer.
        func watch(_ slot: CurlSlot) {
            scheduleCheck(at: deadline(of: slot)?.at)
        }

        /// Handles the timer: reports the exchanges that have timed out, and schedules the next check.
        func failTimedOut(_ slots: some Sequence<CurlSlot>, _ onTimeout: (CurlSlot, TransportError) -> Void) {
            timer = nil
            nextCheck = nil
            for slot in slots {
                guard let due = deadline(of: slot) else { continue }
                if due.at <= now, let phase = due.phase {
                    onTimeout(slot, phase.failure)
                } else {
                    scheduleCheck(at: max(due.at, now))
                }
            }
        }

        /// Returns the deadline of an exchange if nothing happens until then, and the limit that it exceeds.
        ///
        /// A `nil` phase marks the earliest time at which a limit could be exceeded.
        private func deadline(of slot: CurlSlot) -> (at: Duration, phase: Phase?)? {
            typealias Due = (at: Duration, phase: Phase?)
            // The next phase may have a limit, which starts now at the earliest.
            let next: Due? = [limits.response, limits.idle].compactMap { $0 }.min().map { (now + $0, nil) }
            let limit: Due? =
                switch slot.phase {
                case .connecting, .paused: next
                case .waiting(let since): limits.response.map { (since + $0, .firstByte($0)) }
                case .receiving(let since): limits.idle.map { (since + $0, .betweenBytes($0)) }
                }
            let total: Due? = limits.total.map { (slot.startedAt + $0, .total($0)) }
            return [limit, total, next].compactMap { $0 }.min { $0.at < $1.at }
        }

        private func scheduleCheck(at time: Duration?) {
            guard let time, nextCheck.map({ time < $0 }) ?? true else { return }
            timer?.dispose()
            nextCheck = time
            timer = scheduler.schedule(after: max(time - scheduler.now, .zero)) { [mailbox] in mailbox.post(.check) }
        }

        private enum Phase {
            case firstByte(Duration)
            case betweenBytes(Duration)
            case total(Duration)

            var failure: TransportError {
                switch self {
                case .firstByte(let limit): TransportError(timeout: .firstByte, after: limit)
                case .betweenBytes(let limit): TransportError(timeout: .betweenBytes, after: limit)
                case .total(let limit): TransportError(timeout: .total, after: limit)
                }
            }
        }
    }

    extension TransportError {
        fileprivate init(timeout reason: TransportError.Reason, after limit: Duration) {
            self.init(.timeout, reason, reason.message(after: limit))
        }
    }
#endif
