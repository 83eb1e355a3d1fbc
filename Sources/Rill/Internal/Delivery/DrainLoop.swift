public import Synchronization

/// Serializes messages that are sent concurrently or re-entrantly.
///
/// A message sent during a delivery is enqueued, and the delivering thread delivers it afterward. An uncontended
/// delivery costs two atomic operations and no lock.
///
/// A thread that has delivered `fairShare` messages offers its turn while other threads are sending: the next thread
/// that sends a message takes over. Two busy threads therefore deliver alternately, and neither of them is held by the
/// other's messages. If no thread takes the offer, the delivering thread continues, so that no message is pending when
/// all calls have returned.
@usableFromInline
protocol DrainLoop: AnyObject, Sendable {
    associatedtype Message: Sendable

    /// The delivery state and the queue of pending messages.
    var turn: Turn<Message> { get }

    /// The gate that pauses the sources while many messages are pending, or `nil` if the sources cannot be paused.
    var backPressureGate: BackPressureGate? { get }

    /// The subscriber's scope. Pending messages are held while the scope is paused, until an error is sent; see
    /// `Turn.stopHolding()`. If it is `nil`, all messages are delivered.
    var downstream: Scope? { get }

    /// Whether deliveries use the trampoline; see `Scope.usesTrampoline`. The default implementation returns `false`.
    var usesTrampoline: Bool { get }

    /// Delivers a message. Called for one message at a time, in the order in which the messages were sent.
    func deliver(_ message: Message)

    /// Performs actions that must wait until delivery has finished, such as resuming a paused source.
    func turnEnded()

    /// A closure that is called if held messages will not be delivered because the subscription ends, or `nil` if nothing
    /// waits for them.
    var onAbandonment: (@Sendable () -> Void)? { get }
}

extension DrainLoop {
    @inlinable
    var backPressureGate: BackPressureGate? { nil }

    @inlinable
    var downstream: Scope? { nil }

    @inlinable
    var usesTrampoline: Bool { false }

    @inlinable
    func turnEnded() {}

    @inlinable
    var onAbandonment: (@Sendable () -> Void)? { nil }

    /// The scope for which pending messages wait while it is paused, or `nil` if all messages are delivered.
    @inlinable
    var holdingScope: Scope? {
        guard let downstream, !turn.hasFailed.load(ordering: .relaxed) else { return nil }
        return downstream
    }

    /// Delivers a message, or enqueues it if another thread is delivering.
    @inlinable
    func send(_ message: Message) {
        if usesTrampoline { sendNested(message) } else { sendDirectly(message) }
    }

    /// Delivers a message at a level that uses the trampoline.
    ///
    /// Not inlined, because that would slow down `send` at other levels.
    @inlinable
    @inline(never)
    func sendNested(_ message: Message) {
        if !Trampoline.runIfShallow({ sendDirectly(message) }) { enqueue(message) }
    }

    /// Delivers a message on the stack, or enqueues it if another thread is delivering.
    @inlinable
    @inline(__always)
    func sendDirectly(_ message: Message) {
        if turn.tryBegin() {
            deliver(message)
            if turn.tryEnd() { turnEnded() } else { drain() }
        } else {
            enqueue(message)
        }
    }

    /// Delivers a message, or enqueues it until the subscriber resumes if the subscriber is paused.
    func sendOrHold(_ message: Message) {
        if holdingScope?.isPaused == true { enqueue(message) } else { send(message) }
    }

    /// Enqueues a message, and drains the queue unless another thread is delivering.
    @inlinable
    func enqueue(_ message: Message) {
        if let backPressureGate { _ = backPressureGate.enter() }
        guard turn.enqueue(message, downstream: holdingScope, limit: heldLimit) else { return }
        beginDrain()
    }

    @usableFromInline
    func beginDrain() {
        if usesTrampoline {
            Trampoline.nest { self.drain() }
        } else {
            drain()
        }
    }

    /// The maximum number of messages held for a paused subscriber.
    ///
    /// There is no limit if there is no back-pressure gate.
    @inlinable
    var heldLimit: Int { backPressureGate?.capacity ?? .max }

    /// The number of messages that a thread delivers before it offers its turn to other threads that send messages.
    @inlinable
    var fairShare: Int { 64 }

    /// Delivers pending messages until the queue is empty or another thread takes over.
    ///
    /// Called by the thread that is in the delivering state.
    @inlinable
    func drain() {
        drain(share: fairShare)
    }

    /// Delivers pending messages until the queue is empty or another thread takes over.
    ///
    /// - Parameter share: The number of messages to deliver before the turn is offered for the first time.
    @inlinable
    @inline(never)
    func drain(share: Int) {
        var left = share
        repeat {
            if left == 0 {
                left = fairShare
                if turn.offer() {
                    guard turn.reclaim() else { return }
                    left = 1
                }
            }
            let batch = turn.takeWaiting(atMost: left)
            left -= batch.range.count
            for index in batch.range {
                if let holdingScope, holdingScope.isPaused, batch.pendingCount(from: index) <= heldLimit {
                    backPressureGate?.leave(index - batch.range.lowerBound)
                    return hold(batch.messages, from: index, until: holdingScope)
                }
                deliver(batch.messages[index])
            }
            backPressureGate?.leave(batch.range.count)
        } while !turn.tryEnd()
        backPressureGate?.openIfLow()
        turnEnded()
    }
}

/// A drain loop that delivers to one observer, and holds pending messages while the subscriber is paused.
@usableFromInline
protocol ObserverDrainLoop: DrainLoop {
    associatedtype Output: Sendable

    var observer: Observer<Output> { get }
}

extension ObserverDrainLoop {
    @inlinable
    var downstream: Scope? { observer.scope }

    @inlinable
    var usesTrampoline: Bool { observer.scope.usesTrampoline }
}

extension DrainLoop {
    /// Puts messages back into the queue until the subscriber resumes.
    @usableFromInline
    func hold(_ messages: [Message], from index: Int, until downstream: Scope) {
        if turn.hold(messages, from: index) { awaitResumption(of: downstream) }
        // A thread that sent an error in the meantime has left its message to this one.
        if holdingScope == nil { resume() }
    }

    private func awaitResumption(of downstream: Scope) {
        let abandonment = onAbandonment.map { Abandonment($0) }
        let isParked = downstream.park {
            abandonment?.cancel()
            self.resume()
        }
        guard !isParked else { return }
        abandonment?.cancel()
        resume()
    }

    private func resume() {
        if turn.release() { beginDrain() }
    }
}

/// Calls a closure when the last reference is released, unless it has been canceled.
private final class Abandonment: Sendable {
    private let onAbandonment: @Sendable () -> Void
    private let isCanceled = Atomic(false)

    init(_ onAbandonment: @escaping @Sendable () -> Void) {
        self.onAbandonment = onAbandonment
    }

    func cancel() {
        isCanceled.store(true, ordering: .releasing)
    }

    deinit {
        if !isCanceled.load(ordering: .acquiring) { onAbandonment() }
    }
}
