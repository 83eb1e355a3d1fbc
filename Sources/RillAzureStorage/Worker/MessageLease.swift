/// A state machine for the lease of one message: decides when to renew the lease, and when to delete or abandon the
/// message.
///
/// `next(at:)` returns the steps to perform. The other methods report their results.
struct MessageLease {
    /// The outcome of processing a message.
    enum Outcome {
        /// Deletes the message, then emits the event.
        case delete(WorkerEvent)

        /// Makes the message visible immediately, then emits the event.
        case release(WorkerEvent)

        /// Emits the event. The message becomes visible after its visibility timeout.
        case keep(WorkerEvent)
    }

    /// The next step to perform.
    enum Step {
        /// Call `wake()` after a delay, which replaces the delay of an earlier step.
        case wait(Duration)

        /// Renew the lease for the whole visibility timeout.
        case renew(PopReceipt)

        /// Delete the message.
        case delete(PopReceipt)

        /// Make the message visible immediately.
        case release(PopReceipt)

        /// Stop all work and emit the event. This is the last step.
        case end(WorkerEvent)
    }

    private enum Phase {
        case processing
        case processed(Outcome)
        case ended
    }

    private enum Exchange {
        case none
        case renewal(sent: Duration)
        /// The deletion or the release, which ends the lease.
        case completion
    }

    private let message: QueueMessage
    private let timeout: Duration
    private var phase = Phase.processing

    /// The current request to the service.
    ///
    /// There is at most one, because each renewal invalidates the pop receipt.
    private var exchange = Exchange.none
    private var receipt: PopReceipt

    /// The time when the message becomes visible to other clients.
    private var end: Duration

    /// The time of the next renewal or deletion.
    private var due: Duration

    /// The time of the last `wait` step.
    private var wakeTime: Duration?

    /// The error of the last failed renewal or deletion.
    private var lastError: (any Error)?

    /// The error response that indicates that the lease is lost.
    private var lossError: (any Error)?

    init(of message: QueueMessage, timeout: Duration, now: Duration) {
        self.message = message
        self.timeout = timeout
        receipt = message.popReceipt
        end = now + timeout
        due = now + timeout / 2
    }

    // MARK: Steps

    /// Returns the next step at the current time, or `nil` if no step is due until the state changes.
    mutating func next(at now: Duration) -> Step? {
        switch phase {
        case .ended:
            return nil
        case .processed(.keep(let event)):
            return finish(event)
        case .processing, .processed(.delete), .processed(.release):
            if let lossError { return finish(.lost(message, lossError)) }
        }
        switch exchange {
        case .completion: return nil
        case .renewal: return isExpired(at: now) ? expire() : wait(until: end, from: now)
        case .none: break
        }
        guard now < due else { return startExchange(at: now) }
        return isExpired(at: now) ? expire() : wait(until: min(due, end), from: now)
    }

    /// Whether the visibility timeout has expired.
    ///
    /// Returns `false` before the first attempt, because the message may still be available.
    private func isExpired(at now: Duration) -> Bool {
        if case .none = exchange, lastError == nil { return false }
        return now >= end
    }

    private mutating func startExchange(at now: Duration) -> Step {
        if isExpired(at: now) { return expire() }
        wakeTime = nil
        if case .processing = phase {
            exchange = .renewal(sent: now)
            // If the renewal is late, for example after the machine was suspended, allow it some time to complete.
            if now >= end { end = now + timeout / 2 }
            return .renew(receipt)
        }
        exchange = .completion
        if case .processed(.release) = phase { return .release(receipt) }
        return .delete(receipt)
    }

    private mutating func wait(until time: Duration, from now: Duration) -> Step? {
        guard wakeTime != time else { return nil }
        wakeTime = time
        return .wait(time - now)
    }

    private mutating func expire() -> Step {
        finish(.lost(message, VisibilityTimeoutError(underlying: lastError)))
    }

    private mutating func finish(_ event: WorkerEvent) -> Step {
        phase = .ended
        return .end(event)
    }

    // MARK: Results

    /// Records the outcome of processing.
    mutating func finishProcessing(_ outcome: Outcome) {
        guard case .processing = phase else { return }
        phase = .processed(outcome)
        due = .zero
        lastError = nil
    }

    /// Records that the delay of a `wait` step has passed.
    mutating func wake() {
        wakeTime = nil
    }

    mutating func renewed(with receipt: PopReceipt) {
        guard case .renewal(let sent) = exchange else { return }
        exchange = .none
        self.receipt = receipt
        end = sent + timeout
        lastError = nil
        if case .processing = phase { due = sent + timeout / 2 }
    }

    /// Records that the message has been deleted or made visible.
    mutating func completed() {
        switch phase {
        case .processed(.delete(let event)), .processed(.release(let event)):
            exchange = .none
            phase = .processed(.keep(event))
        case .processing, .processed(.keep), .ended: break
        }
    }

    /// Records the failure of a request.
    ///
    /// - Parameters:
    ///   - error: The error of the request.
    ///   - isLost: Whether the error indicates that the lease is lost.
    ///   - now: The current time.
    mutating func failed(_ error: any Error, isLost: Bool, at now: Duration) {
        let wasRenewal = if case .renewal = exchange { true } else { false }
        exchange = .none
        if isLost {
            lossError = error
        } else if case .processed(.release(let event)) = phase, !wasRenewal {
            // The message becomes visible after its visibility timeout.
            phase = .processed(.keep(event))
        } else if wasRenewal, case .processed = phase {
            // A failed renewal does not count as an attempt of the deletion that follows.
        } else {
            lastError = error
            due = now + timeout / 8
        }
    }

    /// The message has been disposed.
    mutating func stop() {
        phase = .ended
    }
}
