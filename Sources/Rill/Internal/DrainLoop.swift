public import Synchronization

/// The one place where what may come from several threads, or from inside each other, becomes a sequence.
///
/// A message that is sent while another is being delivered waits and is delivered after it, by the thread that is
/// delivering. With no other message about, a delivery costs two atomic operations and no lock.
@usableFromInline
protocol DrainLoop: AnyObject, Sendable {
    associatedtype Message: Sendable

    /// Who delivers, and what waits.
    var turn: Turn<Message> { get }

    /// Holds the sources back while much waits; nil if they cannot be held.
    var gate: Gauge? { get }

    /// The subscriber's scope: while it is paused, what waits goes on waiting; nil if everything passes.
    var outlet: Scope? { get }

    /// Whether deliveries go by the trampoline, see `Scope.hops`.
    var hops: Bool { get }

    /// Takes one message at a time, in the order in which they were sent.
    func deliver(_ message: Message)

    /// Does what has to wait until the turn is over, such as opening a paused source.
    func turnEnded()
}

extension DrainLoop {
    @inlinable
    var gate: Gauge? { nil }

    @inlinable
    var outlet: Scope? { nil }

    @inlinable
    func turnEnded() {}

    /// Delivers a message, or leaves it to the thread that is delivering.
    @inlinable
    func send(_ message: Message) {
        if hops || !turn.tryBegin() {
            enqueue(message)
        } else {
            deliver(message)
            if turn.tryEnd() { turnEnded() } else { drain() }
        }
    }

    /// Sends a message, or holds it until the subscriber resumes if the subscriber is paused.
    func sendOrHold(_ message: Message) {
        if outlet?.isPaused == true { enqueue(message) } else { send(message) }
    }

    /// Leaves a message to the thread that is delivering; if none is, becomes it.
    @inlinable
    func enqueue(_ message: Message) {
        if let gate { _ = gate.enter() }
        guard turn.leave(message, outlet: outlet, limit: heldLimit) else { return }
        beginDrain()
    }

    @usableFromInline
    func beginDrain() {
        if hops {
            Trampoline.run { self.drain() }
        } else {
            drain()
        }
    }

    /// How many messages may go on waiting for a paused subscriber: as many as there are of sources that park.
    @inlinable
    var heldLimit: Int { gate?.capacity ?? .max }

    /// Delivers what waits until nothing does.
    ///
    /// Called by the one thread whose turn it is.
    @inlinable
    func drain() {
        repeat {
            let batch = turn.takeWaiting()
            for index in batch.indices {
                if let outlet, outlet.isPaused, batch.count - index <= heldLimit {
                    gate?.leave(index)
                    return hold(batch[index...], until: outlet)
                }
                deliver(batch[index])
            }
            gate?.leave(batch.count)
        } while !turn.tryEnd()
        gate?.openIfLow()
        turnEnded()
    }
}

extension DrainLoop {
    /// Puts back what waits, until the subscriber goes on.
    @usableFromInline
    func hold(_ rest: ArraySlice<Message>, until outlet: Scope) {
        if turn.hold(rest), !outlet.park({ self.letGoOn() }) { letGoOn() }
    }

    private func letGoOn() {
        if turn.release() { beginDrain() }
    }
}

/// Whose turn it is to deliver, and what waits for it.
@usableFromInline
struct Turn<Message: Sendable>: ~Copyable, Sendable {
    @usableFromInline let state = Atomic(TurnState.idle)

    /// Made when something has to wait for the first time.
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

    /// Ends the turn, unless something waits.
    @inlinable
    func tryEnd() -> Bool {
        state.compareExchange(
            expected: TurnState.delivering, desired: TurnState.idle,
            successOrdering: .releasing, failureOrdering: .relaxed
        ).exchanged
    }

    /// Puts a message with those that wait.
    ///
    /// - Parameters:
    ///   - message: What waits.
    ///   - outlet: The subscriber's scope, if messages wait for it.
    ///   - limit: How many may wait for that: with more, the oldest pass all the same.
    /// - Returns: Whether nobody was delivering, so that it is now the caller's turn.
    @inlinable
    func leave(_ message: Message, outlet: Scope?, limit: Int) -> Bool {
        let mailbox = mailbox.load() ?? mailbox.storeIfNil(Mailbox())
        return mailbox.lock.withLock {
            mailbox.waiting.append(message)
            if state.load(ordering: .relaxed) == TurnState.held {
                guard mailbox.waiting.count > limit || outlet?.isStopped == true else { return false }
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
    /// Puts back what waits for the subscriber, and gives up the turn; what comes meanwhile waits too.
    ///
    /// - Returns: Whether the caller has to see to it that the loop goes on: nobody else has said so.
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

    /// The subscriber goes on.
    ///
    /// - Returns: Whether it is now the caller's turn.
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

    /// Whether someone is parked in the subscriber's scope to let the loop go on.
    @usableFromInline var isAwaited = false

    @usableFromInline
    init() {}
}

@usableFromInline
enum TurnState {
    @usableFromInline static let idle: UInt32 = 0
    @usableFromInline static let delivering: UInt32 = 1
    @usableFromInline static let deliveringAndMoreWaiting: UInt32 = 2

    /// Nobody delivers: what waits does so until the subscriber goes on.
    ///
    /// Entered and left under the mailbox's lock alone.
    @usableFromInline static let held: UInt32 = 3
}
