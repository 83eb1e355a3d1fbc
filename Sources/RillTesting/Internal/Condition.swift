#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock that can be waited on until something has changed, or a time has passed.
final class Condition: @unchecked Sendable {  // the pointers never change; what they point to is made for threads
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        let mutexStatus = pthread_mutex_init(mutex, nil)
        guard mutexStatus == 0 else { fatalError("pthread_mutex_init failed with \(mutexStatus)") }
        #if canImport(Darwin)
            let status = pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            // So that setting the machine's clock neither cuts a wait short nor draws it out.
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

    /// Runs a short piece of work with the lock held; it must not call out.
    func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Wakes all who wait, so that they look again.
    func broadcast() {
        pthread_cond_broadcast(condition)
    }

    /// Blocks the thread until something holds or the time is over.
    ///
    /// - Parameters:
    ///   - timeout: How long at most.
    ///   - holds: Looked at with the lock held, now and after each `broadcast()`.
    /// - Returns: Whether it holds.
    func wait(timeout: Duration, until holds: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + min(timeout, .seconds(1_000_000_000))
        return withLock {
            while !holds() {
                let left = deadline - .now
                if left <= .zero { return false }
                block(for: left)
            }
            return true
        }
    }

    /// Lets the lock go, waits for a `broadcast()`, and takes the lock again.
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
