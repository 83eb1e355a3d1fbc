@testable import Rill
@testable import RillTesting

/// A thread that sends consecutive numbers, starting at 1, until it is stopped.
///
/// The handlers call `elementArrived()` for each element. On another thread, this method returns only after a further
/// element has been sent, so that a thread that delivers until no elements are pending would deliver all of them.
final class BusyProducer: @unchecked Sendable {  // guarded by `condition`
    /// The number of elements on other threads after which the producer gives up.
    ///
    /// Elements on its own thread do not count. If the other thread is not running, their number has no limit.
    private static let limit = 20_000

    /// A limit for the number of elements that another thread delivers, far below `limit` and far above the share of a
    /// thread, so that a busy machine does not matter.
    static let bound = limit / 10

    private let condition = Condition()
    private var sent = 0
    private var arrived = 0
    private var foreign = 0
    private var isStopped = false
    private var thread = ThreadID.none

    /// The number of elements that arrived on other threads than the producer's.
    var foreignCount: Int { condition.withLock { foreign } }

    private var hasFinished: Bool { isStopped || foreign >= Self.limit }

    /// Sends elements on the current thread until ``stop()`` is called.
    ///
    /// Gives up when other threads deliver too many elements, or after the patience of `onThreads`, which then fails.
    func run(_ send: (Int) -> Void) {
        condition.withLock { thread = .current }
        let end = ContinuousClock.now + .patience
        while let number = condition.withLock({ hasFinished ? nil : sent + 1 }), .now < end {
            send(number)
            condition.withLock { sent = number }
            condition.broadcast()
            // Does not run far ahead of the handlers. Some operators do not emit all elements.
            _ = condition.wait(timeout: .milliseconds(1)) { hasFinished || number - arrived < 8 }
        }
    }

    /// Waits until the producer is running.
    func waitForStart() {
        _ = condition.wait(timeout: .patience) { sent > 0 }
    }

    func stop() {
        condition.withLock { isStopped = true }
        condition.broadcast()
    }

    func elementArrived() {
        let before = condition.withLock {
            arrived += 1
            if thread == .current { return nil as Int? }
            foreign += 1
            return sent
        }
        condition.broadcast()
        guard let before else { return }
        _ = condition.wait(timeout: .milliseconds(100)) { hasFinished || sent > before }
    }
}
