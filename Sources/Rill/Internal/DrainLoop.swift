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

    /// Leaves a message to the thread that is delivering; if none is, becomes it.
    @inlinable
    func enqueue(_ message: Message) {
        if let gate { _ = gate.enter() }
        guard turn.leave(message) else { return }
        if hops {
            Trampoline.run { self.drain() }
        } else {
            drain()
        }
    }

    /// Delivers what waits until nothing does.
    ///
    /// Called by the one thread whose turn it is.
    @inlinable
    func drain() {
        repeat {
            let batch = turn.takeWaiting()
            for message in batch { deliver(message) }
            gate?.leave(batch.count)
        } while !turn.tryEnd()
        gate?.openIfLow()
        turnEnded()
    }
}

/// Whose turn it is to deliver, and what waits for it.
@usableFromInline
struct Turn<Message: Sendable>: ~Copyable, Sendable {
    @usableFromInline let state = Atomic(TurnState.idle)

    /// Made when something has to wait for the first time.
    @usableFromInline let mailbox = AtomicLazyReference<Mailbox<Message>>()

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
    /// - Returns: Whether nobody was delivering, so that it is now the caller's turn.
    @inlinable
    func leave(_ message: Message) -> Bool {
        let mailbox = mailbox.load() ?? mailbox.storeIfNil(Mailbox())
        return mailbox.lock.withLock {
            mailbox.waiting.append(message)
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

@usableFromInline
final class Mailbox<Message: Sendable>: @unchecked Sendable {  // `waiting` is guarded by `lock`
    @usableFromInline let lock = Lock()
    @usableFromInline var waiting: [Message] = []

    @usableFromInline
    init() {}
}

@usableFromInline
enum TurnState {
    @usableFromInline static let idle: UInt32 = 0
    @usableFromInline static let delivering: UInt32 = 1
    @usableFromInline static let deliveringAndMoreWaiting: UInt32 = 2
}
