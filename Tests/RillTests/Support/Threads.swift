import Foundation
import Synchronization

@testable import Rill
@testable import RillTesting

/// Runs each piece of work on a thread of its own, all at once, and waits until all have returned.
///
/// They may block, as none of them is one of the few threads that run tests and tasks.
///
/// - Returns: False if it takes too long: then some thread is stuck.
func onThreads(within limit: Duration = .patience, _ work: [@Sendable () -> Void]) async -> Bool {
    await withCheckedContinuation { continuation in
        let left = Countdown(from: work.count)
        let answers = Countdown(from: 1)
        // Dispatch guards it itself, though its type does not say so.
        nonisolated(unsafe) let alarm = DispatchWorkItem {
            if answers.step() { continuation.resume(returning: false) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.dispatchInterval, execute: alarm)
        for piece in work {
            Thread.detachNewThread {
                piece()
                guard left.step(), answers.step() else { return }
                alarm.cancel()
                continuation.resume(returning: true)
            }
        }
    }
}

/// Waits until a condition holds that nothing tells of, such as that memory has gone; false after a while.
///
/// It looks at once, then every millisecond on a queue.
func eventually(_ condition: @escaping @Sendable () -> Bool) async -> Bool {
    if condition() { return true }
    return await withCheckedContinuation { continuation in
        look(until: .now + .patience, condition) { continuation.resume(returning: $0) }
    }
}

private func look(
    until deadline: ContinuousClock.Instant, _ condition: @escaping @Sendable () -> Bool,
    then report: @escaping @Sendable (Bool) -> Void
) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
        let holds = condition()
        if holds || .now > deadline { return report(holds) }
        look(until: deadline, condition, then: report)
    }
}

extension Duration {
    /// How long a test waits for what must come before it fails: long for a busy machine, short for a person.
    static let patience = Duration.seconds(30)
}

/// Something that has happened, or not yet.
final class Latch: @unchecked Sendable {  // guarded by `condition`
    private let condition = Condition()
    private var isOpen = false

    func open() {
        condition.withLock { isOpen = true }
        condition.broadcast()
    }

    /// Blocks the thread until it has happened; false if it takes too long.
    func wait() -> Bool {
        condition.wait(timeout: .patience) { isOpen }
    }
}

/// A number that one thread counts up and others wait for.
///
/// They look for some microseconds, so that two threads that run at the same time stay close, and then sleep.
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

    /// Blocks the thread until the number is reached; false if it takes too long.
    func wait(for number: Int) -> Bool {
        for _ in 0..<5_000 where has(reached: number) { return true }
        sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
        defer { sleepers.wrappingSubtract(1, ordering: .relaxed) }
        return condition.wait(timeout: .patience) { reached.load(ordering: .sequentiallyConsistent) >= number }
    }
}

/// What goes wrong on threads that belong to no test; the test reads it when they are done.
final class Faults: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var texts: [String] = []

    /// The first few.
    var all: [String] { lock.withLock { texts } }

    func add(_ text: @autoclosure () -> String) {
        let text = text()
        lock.withLock {
            if texts.count < 5 { texts.append(text) }
        }
    }
}

/// The thread sanitizer, which makes everything many times slower.
enum ThreadSanitizer {
    static let isActive: Bool = {
        #if canImport(Darwin)
            let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
        #else
            let everywhere: UnsafeMutableRawPointer? = nil
        #endif
        return dlsym(everywhere, "__tsan_init") != nil
    }()
}
