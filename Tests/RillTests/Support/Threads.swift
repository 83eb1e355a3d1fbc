import Foundation
import Synchronization

@testable import Rill
@testable import RillTesting

/// Runs each closure on its own thread, concurrently, and waits for all of them to return.
///
/// The closures may block, because they do not use the thread pool that runs tests and tasks.
///
/// - Returns: `true` if all closures returned within the limit; `false` if a thread is blocked.
func onThreads(within limit: Duration = .patience, _ work: [@Sendable () -> Void]) async -> Bool {
    let remaining = Countdown(from: work.count)
    let hasReturned = await withCheckedContinuation { continuation in
        let resumption = Countdown(from: 1)
        // `DispatchWorkItem` is thread-safe, but not declared `Sendable`.
        nonisolated(unsafe) let alarm = DispatchWorkItem {
            if resumption.step() { continuation.resume(returning: false) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.dispatchInterval, execute: alarm)
        for closure in work {
            Thread.detachNewThread {
                closure()
                guard remaining.step(), resumption.step() else { return }
                alarm.cancel()
                continuation.resume(returning: true)
            }
        }
    }
    // The thread sanitizer does not know that a continuation synchronizes threads.
    return remaining.left.load(ordering: .acquiring) == 0 && hasReturned
}

/// Waits, with a timeout, for a condition that has no notification, such as the release of memory.
///
/// Checks the condition immediately, and then every millisecond on a queue.
func eventually(_ condition: @escaping @Sendable () -> Bool) async -> Bool {
    if condition() { return true }
    return await withCheckedContinuation { continuation in
        poll(until: .now + .patience, condition) { continuation.resume(returning: $0) }
    }
}

private func poll(
    until deadline: ContinuousClock.Instant, _ condition: @escaping @Sendable () -> Bool,
    then report: @escaping @Sendable (Bool) -> Void
) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
        let holds = condition()
        if holds || .now > deadline { return report(holds) }
        poll(until: deadline, condition, then: report)
    }
}

extension Duration {
    /// The timeout for events that a test expects.
    ///
    /// The timeout is long enough for a busy machine.
    static let patience = Duration.seconds(30)
}

/// A flag that can be set once, and that threads can wait for.
final class Latch: @unchecked Sendable {  // guarded by `condition`
    private let condition = Condition()
    private var isOpen = false

    func open() {
        condition.withLock { isOpen = true }
        condition.broadcast()
    }

    /// Blocks the thread until the latch is open.
    ///
    /// Returns `false` after a timeout.
    func wait() -> Bool {
        condition.wait(timeout: .patience) { isOpen }
    }
}

/// A counter that one thread increments and other threads wait for.
///
/// Waiting threads spin for some microseconds, so that two running threads stay in step, and then block.
final class Milestone: Sendable {
    private let reached = Atomic(0)
    private let sleepers = Atomic(0)
    private let condition = Condition()

    func reach(_ number: Int) {
        reached.store(number, ordering: .sequentiallyConsistent)
        guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
        condition.withLock {}
        condition.broadcast()
    }

    func has(reached number: Int) -> Bool {
        reached.load(ordering: .acquiring) >= number
    }

    /// Blocks the thread until the number is reached.
    ///
    /// Returns `false` after a timeout.
    func wait(for number: Int) -> Bool {
        for _ in 0..<500 where has(reached: number) { return true }
        sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
        defer { sleepers.wrappingSubtract(1, ordering: .relaxed) }
        return condition.wait(timeout: .patience) { reached.load(ordering: .sequentiallyConsistent) >= number }
    }
}

/// Collects failures that occur on threads that do not belong to a test.
///
/// The test reads them after the threads have finished.
final class Faults: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var texts: [String] = []

    /// The first five failures.
    var all: [String] { lock.withLock { texts } }

    func add(_ text: @autoclosure () -> String) {
        let text = text()
        lock.withLock {
            if texts.count < 5 { texts.append(text) }
        }
    }
}
