internal import Rill

/// How long a message is one's own: when to renew that, when to delete the message, when it is lost.
///
/// It decides and does nothing: what is to be done comes out of `next`, and what came of it goes in.
struct MessageLease {
    /// What the work on a message has led to.
    enum Verdict {
        /// The message is done with: it is deleted, and this is told.
        case delete(WorkerEvent)

        /// The message is made visible to all receivers at once; then this event is emitted.
        case putBack(WorkerEvent)

        /// The message stays, to come back; this is told.
        case leave(WorkerEvent)
    }

    /// What to do now.
    enum Step {
        /// Call again after some time, in the place of any time said before.
        case wait(Duration)

        /// Ask to keep the message for the whole timeout from now on.
        case renew(PopReceipt)

        /// Delete the message.
        case delete(PopReceipt)

        /// Make the message visible to all receivers at once.
        case putBack(PopReceipt)

        /// Stop whatever runs, and tell this; nothing comes after it.
        case end(WorkerEvent)
    }

    private enum Phase {
        case working
        case judged(Verdict)
        case over
    }

    private enum Exchange {
        case none
        case renewal(sent: Duration)
        case deletion
        case putBack
    }

    private let message: QueueMessage
    private let timeout: Duration
    private var phase = Phase.working

    /// What the service is being asked: one thing at a time, as each renewal replaces the receipt that all need.
    private var exchange = Exchange.none
    private var receipt: PopReceipt

    /// When others can get the message.
    private var end: Duration

    /// When to renew, or to delete, next.
    private var due: Duration

    /// For when the caller waits.
    private var alarm: Duration?

    /// Why the service would not renew, or delete, the last time.
    private var lastError: (any Error)?

    /// The error that says that somebody else has it.
    private var loss: (any Error)?

    init(of message: QueueMessage, timeout: Duration, now: Duration) {
        self.message = message
        self.timeout = timeout
        receipt = message.popReceipt
        end = now + timeout
        due = now + timeout / 2
    }

    // MARK: What to do

    /// What is to be done at a time; nil if there is nothing more just now.
    mutating func next(at now: Duration) -> Step? {
        switch phase {
        case .over:
            return nil
        case .judged(.leave(let event)):
            return finish(event)
        case .working, .judged(.delete), .judged(.putBack):
            if let loss { return finish(.lost(message, loss)) }
        }
        switch exchange {
        case .deletion, .putBack: return nil
        case .renewal: return isLost(at: now) ? lose() : wait(until: end, from: now)
        case .none: break
        }
        guard now < due else { return begin(at: now) }
        return isLost(at: now) ? lose() : wait(until: min(due, end), from: now)
    }

    /// Whether the time is up; what has never been tried is tried all the same, as perhaps nobody has come for it.
    private func isLost(at now: Duration) -> Bool {
        if case .none = exchange, lastError == nil { return false }
        return now >= end
    }

    private mutating func begin(at now: Duration) -> Step {
        if isLost(at: now) { return lose() }
        alarm = nil
        if case .working = phase {
            exchange = .renewal(sent: now)
            // Late, as the machine was asleep perhaps: it may take some time all the same.
            if now >= end { end = now + timeout / 2 }
            return .renew(receipt)
        }
        if case .judged(.putBack) = phase {
            exchange = .putBack
            return .putBack(receipt)
        }
        exchange = .deletion
        return .delete(receipt)
    }

    private mutating func wait(until time: Duration, from now: Duration) -> Step? {
        guard alarm != time else { return nil }
        alarm = time
        return .wait(time - now)
    }

    private mutating func lose() -> Step {
        finish(.lost(message, VisibilityTimeoutError(underlying: lastError)))
    }

    private mutating func finish(_ event: WorkerEvent) -> Step {
        phase = .over
        return .end(event)
    }

    // MARK: What came of it

    /// The work is over.
    mutating func judge(_ verdict: Verdict) {
        guard case .working = phase else { return }
        phase = .judged(verdict)
        due = .zero
        lastError = nil
    }

    /// The time that was asked for has passed.
    mutating func wake() {
        alarm = nil
    }

    mutating func renewed(with receipt: PopReceipt) {
        guard case .renewal(let sent) = exchange else { return }
        exchange = .none
        self.receipt = receipt
        end = sent + timeout
        lastError = nil
        if case .working = phase { due = sent + timeout / 2 }
    }

    mutating func deleted() {
        guard case .judged(.delete(let event)) = phase else { return }
        exchange = .none
        phase = .judged(.leave(event))
    }

    mutating func wasPutBack() {
        guard case .judged(.putBack(let event)) = phase else { return }
        exchange = .none
        phase = .judged(.leave(event))
    }

    /// The service has refused, or did not answer.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - isLost: Whether it says that somebody else has the message.
    ///   - now: What time it is.
    mutating func failed(_ error: any Error, isLost: Bool, at now: Duration) {
        let wasRenewal = if case .renewal = exchange { true } else { false }
        exchange = .none
        if isLost {
            loss = error
        } else if case .judged(.putBack(let event)) = phase, !wasRenewal {
            // The message becomes visible when its visibility timeout has passed.
            phase = .judged(.leave(event))
        } else if wasRenewal, case .judged = phase {
            // The deletion is next, and its own attempt.
        } else {
            lastError = error
            due = now + timeout / 8
        }
    }

    /// Somebody has given up on it.
    mutating func stop() {
        phase = .over
    }
}
