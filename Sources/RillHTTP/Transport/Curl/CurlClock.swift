#if os(Linux)
    internal import Rill

    /// What a loop knows of time: it stamps what happens, and finds the exchanges that have taken too long.
    ///
    /// There is one timer for the whole loop, for the first moment at which an exchange could be too late. Exchanges that
    /// go on in time cost one look at the clock per turn of the loop.
    final class CurlClock {
        private let scheduler: any Scheduler
        private let mailbox: CurlMailbox
        private let limits: Limits
        private var timer: Disposable?
        private var nextCheck: Duration?

        /// The time at which this turn of the loop began.
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
            look()
        }

        deinit {
            timer?.dispose()
        }

        /// Looks at the clock.
        func look() {
            if !limits.isEmpty { now = scheduler.now }
        }

        /// Takes an exchange into account that has just begun.
        func watch(_ slot: CurlSlot) {
            check(at: due(slot)?.at)
        }

        /// The timer has fired: ends what has taken too long, and sets the timer anew.
        func findLate(among slots: some Sequence<CurlSlot>, _ giveUp: (CurlSlot, CurlFailure) -> Void) {
            timer = nil
            nextCheck = nil
            for slot in slots {
                guard let due = due(slot) else { continue }
                if due.at <= now, let phase = due.phase {
                    giveUp(slot, phase.failure)
                } else {
                    check(at: max(due.at, now))
                }
            }
        }

        /// When an exchange will be late, if nothing happens, and for what.
        ///
        /// Without a phase it is the first moment at which it could be.
        private func due(_ slot: CurlSlot) -> (at: Duration, phase: Phase?)? {
            typealias Due = (at: Duration, phase: Phase?)
            // Whatever comes next may be limited: it cannot be late before that limit has passed from now on.
            let next: Due? = [limits.response, limits.idle].compactMap { $0 }.min().map { (now + $0, nil) }
            let limit: Due? =
                switch slot.phase {
                case .connecting, .held: next
                case .waiting(let since): limits.response.map { (since + $0, .firstByte($0)) }
                case .receiving(let since): limits.idle.map { (since + $0, .betweenBytes($0)) }
                }
            let whole: Due? = limits.total.map { (slot.startedAt + $0, .whole($0)) }
            return [limit, whole, next].compactMap { $0 }.min { $0.at < $1.at }
        }

        private func check(at time: Duration?) {
            guard let time, nextCheck.map({ time < $0 }) ?? true else { return }
            timer?.dispose()
            nextCheck = time
            timer = scheduler.schedule(after: max(time - scheduler.now, .zero)) { [mailbox] in mailbox.post(.check) }
        }

        private enum Phase {
            case firstByte(Duration)
            case betweenBytes(Duration)
            case whole(Duration)

            var failure: CurlFailure {
                switch self {
                case .firstByte(let limit): CurlFailure(timeout: .firstByte, "there was no answer within \(limit)")
                case .betweenBytes(let limit): CurlFailure(timeout: .betweenBytes, "nothing came for \(limit)")
                case .whole(let limit): CurlFailure(timeout: .whole, "it was not complete within \(limit)")
                }
            }
        }
    }

    extension CurlFailure {
        fileprivate init(timeout reason: TransportError.Reason, _ message: String) {
            self.init(kind: .timeout, reason: reason, message: message)
        }
    }
#endif
