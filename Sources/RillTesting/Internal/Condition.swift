internal import Dispatch
internal import Rill

/// A lock with a condition, for waiting until a predicate holds or a timeout elapses.
package final class Condition: @unchecked Sendable {  // the variables are guarded by `lock`
    private let lock = Lock()

    private typealias Waiter = (predicate: @Sendable () -> Bool, continuation: CheckedContinuation<Bool, Never>)

    /// The suspended tasks.
    private var waiters: [Int: Waiter] = [:]

    /// The semaphores of the blocked threads.
    private var threads: [Int: DispatchSemaphore] = [:]
    private var lastWaiter = 0

    package init() {}

    /// Runs a short closure with the lock held; the closure must not call user code.
    package func withLock<Result>(_ body: () -> Result) -> Result {
        lock.withLock(body)
    }

    /// Wakes all waiting threads, which then check their predicates again, and resumes the tasks whose predicates hold.
    ///
    /// The lock must not be held.
    package func broadcast() {
        let (resumed, threads) = withLock {
            let resumed = waiters.filter { $0.value.predicate() }
            for number in resumed.keys { waiters[number] = nil }
            return (resumed, self.threads)
        }
        for thread in threads.values { thread.signal() }
        for waiter in resumed.values { waiter.continuation.resume(returning: true) }
    }

    /// Blocks the thread until a predicate holds or the timeout elapses.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait.
    ///   - predicate: The predicate, evaluated with the lock held: immediately and after each `broadcast()`.
    /// - Returns: `true` if the predicate held in time; otherwise, `false`.
    func wait(timeout: Duration, until predicate: () -> Bool) -> Bool {
        wait(timeout: timeout, for: { predicate() ? () : nil }) != nil
    }

    /// Suspends the task until a predicate holds, the timeout elapses, or the task is canceled.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait.
    ///   - predicate: The predicate, evaluated with the lock held: immediately and during each `broadcast()`.
    /// - Returns: `true` if the predicate held in time; otherwise, `false`.
    package func wait(timeout: Duration, until predicate: @escaping @Sendable () -> Bool) async -> Bool {
        let number = nextNumber()
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Bool? = withLock {
                    if predicate() { return true }
                    // If the cancellation handler has already run, it found no waiter.
                    if Task.isCancelled { return false }
                    waiters[number] = (predicate, continuation)
                    return nil
                }
                if let result { return continuation.resume(returning: result) }
                timer = Task { [weak self] in
                    // Clocks cannot represent arbitrarily late deadlines.
                    try? await Task.sleep(for: min(timeout, .seconds(365 * 86_400)))
                    self?.endWait(number)
                }
            }
        } onCancel: {
            endWait(number)
        }
    }

    private func nextNumber() -> Int {
        withLock {
            lastWaiter += 1
            return lastWaiter
        }
    }

    /// Resumes a suspended task even though its predicate does not hold.
    private func endWait(_ number: Int) {
        let waiter = withLock { waiters.removeValue(forKey: number) }
        waiter?.continuation.resume(returning: false)
    }

    /// Blocks the thread until a closure returns a value or the timeout elapses.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait, or `nil` for no limit.
    ///   - result: The closure, called with the lock held: immediately and after each `broadcast()`.
    /// - Returns: The value, or `nil` after a timeout.
    package func wait<Result>(timeout: Duration?, for result: () -> Result?) -> Result? {
        if let result = withLock(result) { return result }
        let seconds = timeout.map { min($0, .seconds(1_000_000_000)) / .seconds(1) }
        let deadline = seconds.map { DispatchTime.now() + $0 } ?? .distantFuture
        let semaphore = DispatchSemaphore(value: 0)
        let number = nextNumber()
        withLock { threads[number] = semaphore }
        defer { withLock { threads[number] = nil } }
        while true {
            if let result = withLock(result) { return result }
            // The semaphore may have been signaled several times, or may measure the time with the clock of the system.
            if DispatchTime.now() >= deadline { return nil }
            _ = semaphore.wait(timeout: deadline)
        }
    }
}
