#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A mutex with a condition variable, for waiting until a predicate holds or a timeout elapses.
package final class Condition: @unchecked Sendable {  // the variables are guarded by `mutex`
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    private typealias Waiter = (predicate: @Sendable () -> Bool, continuation: CheckedContinuation<Bool, Never>)

    /// The suspended tasks.
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    package init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        let mutexStatus = pthread_mutex_init(mutex, nil)
        guard mutexStatus == 0 else { fatalError("pthread_mutex_init failed with \(mutexStatus)") }
        #if canImport(Darwin)
            let status = pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            // With the monotonic clock, changes to the system time neither shorten nor lengthen a wait.
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            let status = pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
        guard status == 0 else { fatalError("pthread_cond_init failed with \(status)") }
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs a short closure with the lock held; the closure must not call user code.
    package func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Wakes all waiting threads, which then check their predicates again, and resumes the tasks whose predicates hold.
    ///
    /// The lock must not be held.
    package func broadcast() {
        pthread_cond_broadcast(condition)
        let resumed = withLock {
            let resumed = waiters.filter { $0.value.predicate() }
            for number in resumed.keys { waiters[number] = nil }
            return resumed
        }
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
        let number = withLock {
            lastWaiter += 1
            return lastWaiter
        }
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
                    try? await Task.sleep(for: timeout)
                    self?.endWait(number)
                }
            }
        } onCancel: {
            endWait(number)
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
        let deadline = timeout.map { ContinuousClock.now + min($0, .seconds(1_000_000_000)) }
        return withLock {
            while true {
                if let result = result() { return result }
                guard let deadline else {
                    pthread_cond_wait(condition, mutex)
                    continue
                }
                let remaining = deadline - .now
                if remaining <= .zero { return nil }
                block(for: remaining)
            }
        }
    }

    /// Releases the lock, waits for a `broadcast()`, and acquires the lock again.
    private func block(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        #if canImport(Darwin)
            pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            time.tv_sec += now.tv_sec + (time.tv_nsec + now.tv_nsec) / 1_000_000_000
            time.tv_nsec = (time.tv_nsec + now.tv_nsec) % 1_000_000_000
            pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}
