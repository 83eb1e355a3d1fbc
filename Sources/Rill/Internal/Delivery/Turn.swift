public import Synchronization

/// The delivery state of a drain loop: whether a thread is delivering, and which messages are pending.
///
/// Without the mailbox's lock, a thread enters the idle state only from its own turn or action, with release ordering,
/// and leaves the idle state for its own turn or action, with acquire ordering. Each turn therefore happens after the
/// previous one. All other changes are made with the lock held: a thread that takes over an offered turn and the thread
/// that offered it both hold the lock.
@usableFromInline
struct Turn<Message: Sendable>: ~Copyable, Sendable {
    @usableFromInline let state = Atomic(TurnState.idle)

    /// Whether an error has been sent, so that pending messages no longer wait for a paused subscriber.
    @usableFromInline let hasFailed = Atomic(false)

    /// Created when the first message is enqueued.
    @usableFromInline let lazyMailbox = LazyReference<Mailbox<Message>>()

    @usableFromInline
    init() {}

    @inlinable
    var mailbox: Mailbox<Message> { lazyMailbox.load() ?? lazyMailbox.storeIfNil(Mailbox()) }

    @inlinable
    func tryBegin() -> Bool {
        state.compareExchange(
            expected: TurnState.idle, desired: TurnState.delivering,
            successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }

    /// Leaves the delivering state unless messages are pending.
    @inlinable
    func tryEnd() -> Bool {
        state.compareExchange(
            expected: TurnState.delivering, desired: TurnState.idle,
            successOrdering: .releasing, failureOrdering: .relaxed
        ).exchanged
    }

    /// Enqueues a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - downstream: The subscriber's scope, if messages are held while it is paused.
    ///   - limit: The maximum number of messages held for a paused subscriber. The oldest messages beyond it are
    ///     delivered despite the pause.
    /// - Returns: `true` if no thread was delivering, or the delivering thread has offered its turn, in which case the
    ///   caller must drain the queue; otherwise, `false`.
    @inlinable
    func enqueue(_ message: Message, downstream: Scope?, limit: Int) -> Bool {
        let mailbox = mailbox
        let sender = ThreadID.current
        return mailbox.lock.withLock {
            mailbox.waiting.append(message)
            mailbox.note(sender)
            var before = state.load(ordering: .relaxed)
            if before == TurnState.held {
                // If the subscriber has just resumed, a resumed source may be ahead of the closure that drains the queue.
                guard mailbox.count > limit || downstream?.isPaused != true else { return false }
                state.store(TurnState.deliveringAndMoreWaiting, ordering: .relaxed)
                return true
            }
            var hasChanged = false
            while !hasChanged {
                if before == TurnState.changing { awaitChange() }
                let expected = before == TurnState.changing ? TurnState.idle : before
                (hasChanged, before) = state.compareExchange(
                    expected: expected, desired: TurnState.deliveringAndMoreWaiting, ordering: .acquiringAndReleasing)
            }
            return before == TurnState.idle || before == TurnState.offered
        }
    }

    /// Ends the holding of messages for a paused subscriber, because an error must not wait for it.
    ///
    /// Called before the message with the error is sent.
    @inlinable
    func stopHolding() {
        hasFailed.store(true, ordering: .relaxed)
    }

    /// Holds messages for a paused subscriber again, because the error that ended the holding has been dropped.
    @usableFromInline
    func startHolding() {
        hasFailed.store(false, ordering: .relaxed)
    }

    /// Ends the holding of messages for a paused subscriber if an event is an error; see `stopHolding()`.
    @inlinable
    func stopHolding<Element>(for event: Event<Element>) {
        if case .error = event { stopHolding() }
    }

    /// Takes pending messages out of the queue.
    ///
    /// - Parameter limit: The maximum number of messages.
    /// - Returns: The messages, which the caller delivers.
    @inlinable
    func takeWaiting(atMost limit: Int) -> Batch<Message> {
        guard let mailbox = lazyMailbox.load() else { return Batch(messages: [], range: 0..<0, laterCount: 0) }
        return mailbox.lock.withLock {
            mailbox.sender = .none
            guard mailbox.interrupted.isEmpty, mailbox.waiting.count <= limit else {
                return takePart(of: mailbox, atMost: limit)
            }
            state.store(TurnState.delivering, ordering: .relaxed)
            let messages = mailbox.waiting
            mailbox.waiting = []
            return Batch(messages: messages, range: 0..<messages.count, laterCount: 0)
        }
    }

    @usableFromInline
    func takePart(of mailbox: Mailbox<Message>, atMost limit: Int) -> Batch<Message> {
        if mailbox.interrupted.isEmpty { swap(&mailbox.interrupted, &mailbox.waiting) }
        let messages = mailbox.interrupted
        let range = mailbox.position..<min(mailbox.position + limit, messages.count)
        let isLast = range.upperBound == messages.count
        mailbox.interrupted = isLast ? [] : messages
        mailbox.position = isLast ? 0 : range.upperBound
        let later = mailbox.count
        state.store(later == 0 ? TurnState.delivering : TurnState.deliveringAndMoreWaiting, ordering: .relaxed)
        return Batch(messages: messages, range: range, laterCount: later)
    }

    /// Runs an action that accesses state of the loop, without delivering messages on this thread.
    ///
    /// If no thread is delivering, the action runs immediately. A thread that sends a message in the meantime waits for
    /// the action, and then delivers its message itself. If a thread is delivering, the action does not run; instead, a
    /// message is enqueued for that thread.
    ///
    /// - Parameters:
    ///   - message: The message that requests the same action.
    ///   - action: A short action, which must not call external code or release objects.
    /// - Returns: The result of the action, or `nil` if the message was enqueued.
    @inlinable
    func enqueue<Result>(_ message: @autoclosure () -> Message, orApply action: () -> Result) -> Result? {
        while true {
            let isIdle = state.compareExchange(
                expected: TurnState.idle, desired: TurnState.changing,
                successOrdering: .acquiring, failureOrdering: .relaxed
            ).exchanged
            if isIdle {
                let result = action()
                // Otherwise, the optimizer could release an ignored result during the change.
                withExtendedLifetime(result) { state.store(TurnState.idle, ordering: .releasing) }
                return result
            }
            if enqueueDuringDelivery(message()) { return nil }
        }
    }

    /// Enqueues a message for the thread that is delivering.
    ///
    /// - Returns: `true` if the message is enqueued; `false` if no thread is delivering.
    @usableFromInline
    func enqueueDuringDelivery(_ message: Message) -> Bool {
        let mailbox = mailbox
        return mailbox.lock.withLock {
            awaitChange()
            let (isDelivering, before) = state.compareExchange(
                expected: TurnState.delivering, desired: TurnState.deliveringAndMoreWaiting,
                ordering: .acquiringAndReleasing)
            guard isDelivering || (before != TurnState.idle && before != TurnState.changing) else { return false }
            mailbox.waiting.append(message)
            return true
        }
    }

    /// Waits until no action is running; see `enqueue(_:orApply:)`.
    @usableFromInline
    func awaitChange() {
        var attempt = 0
        while state.load(ordering: .relaxed) == TurnState.changing {
            Takeover.pause(attempt)
            attempt += 1
        }
    }
}

extension Turn {
    /// Offers the turn to the next thread that sends a message, if other threads have sent messages since this thread
    /// last took the pending ones.
    ///
    /// - Returns: `true` if the turn is offered, in which case the caller must call `reclaim()`; otherwise, `false`.
    @usableFromInline
    func offer() -> Bool {
        guard let mailbox = lazyMailbox.load() else { return false }
        let thread = ThreadID.current
        return mailbox.lock.withLock {
            guard mailbox.sender != .none, mailbox.sender != thread else { return false }
            state.store(TurnState.offered, ordering: .relaxed)
            return true
        }
    }

    /// Waits for another thread to take over an offered turn; see `Takeover`.
    ///
    /// - Returns: `true` if no thread has taken over, in which case the caller is delivering again; otherwise, `false`.
    @usableFromInline
    func reclaim() -> Bool {
        Takeover.wait { state.load(ordering: .relaxed) == TurnState.offered }
        guard let mailbox = lazyMailbox.load() else { return false }
        return mailbox.lock.withLock {
            guard state.load(ordering: .relaxed) == TurnState.offered else { return false }
            state.store(TurnState.deliveringAndMoreWaiting, ordering: .relaxed)
            return true
        }
    }

    /// Puts messages back at the front of the queue and leaves the delivering state until the subscriber resumes.
    ///
    /// - Parameters:
    ///   - messages: The array that `takeWaiting(atMost:)` returned.
    ///   - index: The index of the first message to put back.
    /// - Returns: `true` if the caller must register for the resumption of the subscriber, because no other thread has
    ///   done so.
    @usableFromInline
    func hold(_ messages: [Message], from index: Int) -> Bool {
        guard let mailbox = lazyMailbox.load() else { return false }
        return mailbox.lock.withLock {
            mailbox.interrupted = messages
            mailbox.position = index
            state.store(TurnState.held, ordering: .relaxed)
            defer { mailbox.isAwaited = true }
            return !mailbox.isAwaited
        }
    }

    /// Handles the resumption of the subscriber.
    ///
    /// - Returns: `true` if the caller must drain the queue; otherwise, `false`.
    @usableFromInline
    func release() -> Bool {
        guard let mailbox = lazyMailbox.load() else { return false }
        return mailbox.lock.withLock {
            mailbox.isAwaited = false
            guard state.load(ordering: .relaxed) == TurnState.held else { return false }
            state.store(TurnState.deliveringAndMoreWaiting, ordering: .relaxed)
            return true
        }
    }
}

@usableFromInline
enum TurnState {
    @usableFromInline static let idle: UInt32 = 0
    @usableFromInline static let delivering: UInt32 = 1
    @usableFromInline static let deliveringAndMoreWaiting: UInt32 = 2

    /// No thread is delivering, and pending messages are held until the subscriber resumes.
    @usableFromInline static let held: UInt32 = 3

    /// No delivery is in progress, messages are pending, and the next thread that sends a message delivers them.
    @usableFromInline static let offered: UInt32 = 4

    /// No delivery is in progress, and a thread runs an action that excludes deliveries.
    ///
    /// Entered from the idle state and left to it.
    @usableFromInline static let changing: UInt32 = 5
}
