public import Synchronization

/// Serializes messages that are sent concurrently or re-entrantly.
///
/// A message sent during a delivery is enqueued, and the delivering thread delivers it afterward. An uncontended
/// delivery costs two atomic operations and no lock.
@usableFromInline
protocol DrainLoop: AnyObject, Sendable {
    associatedtype Message: Sendable

    /// The delivery state and the queue of pending messages.
    var turn: Turn<Message> { get }

    /// The gate that pauses the sources while many messages are pending, or `nil` if the sources cannot be paused.
    var backPressureGate: BackPressureGate? { get }

    /// The subscriber's scope. Pending messages are held while the scope is paused. If it is `nil`, all messages are
    /// delivered.
    var downstream: Scope? { get }

    /// Whether deliveries run on the trampoline; see `Scope.usesTrampoline`.
    var usesTrampoline: Bool { get }

    /// Delivers a message. Called for one message at a time, in the order in which the messages were sent.
    func deliver(_ message: Message)

    /// Performs actions that must wait until delivery has finished, such as resuming a paused source.
    func turnEnded()
}

extension DrainLoop {
    @inlinable
    var backPressureGate: BackPressureGate? { nil }

    @inlinable
    var downstream: Scope? { nil }

    @inlinable
    func turnEnded() {}

    /// Delivers a message, or enqueues it if another thread is delivering.
    @inlinable
    func send(_ message: Message) {
        if usesTrampoline || !turn.tryBegin() {
            enqueue(message)
        } else {
            deliver(message)
            if turn.tryEnd() { turnEnded() } else { drain() }
        }
    }

    /// Delivers a message, or enqueues it until the subscriber resumes if the subscriber is paused.
    func sendOrHold(_ message: Message) {
        if downstream?.isPaused == true { enqueue(message) } else { send(message) }
    }

    /// Enqueues a message, and drains the queue unless another thread is delivering.
    @inlinable
    func enqueue(_ message: Message) {
        if let backPressureGate { _ = backPressureGate.enter() }
        guard turn.enqueue(message, downstream: downstream, limit: heldLimit) else { return }
        beginDrain()
    }

    @usableFromInline
    func beginDrain() {
        if usesTrampoline {
            Trampoline.run { self.drain() }
        } else {
            drain()
        }
    }

    /// The maximum number of messages held for a paused subscriber.
    ///
    /// There is no limit if there is no back-pressure gate.
    @inlinable
    var heldLimit: Int { backPressureGate?.capacity ?? .max }

    /// Delivers pending messages until the queue is empty.
    ///
    /// Called by the thread that is in the delivering state.
    @inlinable
    func drain() {
        repeat {
            let batch = turn.takeWaiting()
            for index in batch.indices {
                if let downstream, downstream.isPaused, batch.count - index <= heldLimit {
                    backPressureGate?.leave(index)
                    return hold(batch[index...], until: downstream)
                }
                deliver(batch[index])
            }
            backPressureGate?.leave(batch.count)
        } while !turn.tryEnd()
        backPressureGate?.openIfLow()
        turnEnded()
    }
}

extension DrainLoop {
    /// Puts messages back into the queue until the subscriber resumes.
    @usableFromInline
    func hold(_ rest: ArraySlice<Message>, until downstream: Scope) {
        if turn.hold(rest), !downstream.park({ self.resume() }) { resume() }
    }

    private func resume() {
        if turn.release() { beginDrain() }
    }
}

/// The delivery state of a drain loop: whether a thread is delivering, and which messages are pending.
@usableFromInline
struct Turn<Message: Sendable>: ~Copyable, Sendable {
    @usableFromInline let state = Atomic(TurnState.idle)

    /// Created when the first message is enqueued.
    @usableFromInline let mailbox = LazyReference<Mailbox<Message>>()

    @usableFromInline
    init() {}

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
    /// - Returns: `true` if no thread was delivering, in which case the caller must drain the queue; otherwise,
    ///   `false`.
    @inlinable
    func enqueue(_ message: Message, downstream: Scope?, limit: Int) -> Bool {
        let mailbox = mailbox.load() ?? mailbox.storeIfNil(Mailbox())
        return mailbox.lock.withLock {
            mailbox.waiting.append(message)
            if state.load(ordering: .relaxed) == TurnState.held {
                // If the subscriber has just resumed, a resumed source may be ahead of the closure that drains the queue.
                guard mailbox.waiting.count > limit || downstream?.isPaused != true else { return false }
                state.store(TurnState.deliveringAndMoreWaiting, ordering: .relaxed)
                return true
            }
            let before = state.exchange(TurnState.deliveringAndMoreWaiting, ordering: .acquiringAndReleasing)
            return before == TurnState.idle
        }
    }

    @inlinable
    func takeWaiting() -> [Message] {
        guard let mailbox = mailbox.load() else { return [] }
        return mailbox.lock.withLock {
            state.store(TurnState.delivering, ordering: .relaxed)
            defer { mailbox.waiting = [] }
            return mailbox.waiting
        }
    }
}

extension Turn {
    /// Puts messages back at the front of the queue and leaves the delivering state until the subscriber resumes.
    ///
    /// - Returns: `true` if the caller must register for the resumption of the subscriber, because no other thread has
    ///   done so.
    @usableFromInline
    func hold(_ rest: ArraySlice<Message>) -> Bool {
        guard let mailbox = mailbox.load() else { return false }
        return mailbox.lock.withLock {
            mailbox.waiting.insert(contentsOf: rest, at: 0)
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
        guard let mailbox = mailbox.load() else { return false }
        return mailbox.lock.withLock {
            mailbox.isAwaited = false
            guard state.load(ordering: .relaxed) == TurnState.held else { return false }
            state.store(TurnState.deliveringAndMoreWaiting, ordering: .relaxed)
            return true
        }
    }
}

@usableFromInline
final class Mailbox<Message: Sendable>: @unchecked Sendable {  // `waiting` and `isAwaited` are guarded by `lock`
    @usableFromInline let lock = Lock()
    @usableFromInline var waiting: [Message] = []

    /// Whether the subscriber's scope stores a closure that resumes the loop.
    @usableFromInline var isAwaited = false

    @usableFromInline
    init() {}
}

@usableFromInline
enum TurnState {
    @usableFromInline static let idle: UInt32 = 0
    @usableFromInline static let delivering: UInt32 = 1
    @usableFromInline static let deliveringAndMoreWaiting: UInt32 = 2

    /// No thread is delivering, and pending messages are held until the subscriber resumes.
    ///
    /// Entered and left only with the mailbox's lock held.
    @usableFromInline static let held: UInt32 = 3
}
