#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Mutable state protected by a mutex, with a condition variable for threads that wait for a change.
///
/// `@unchecked Sendable`: The mutex guards the state. The mutex and the condition variable are never moved in memory.
final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            pthread_cond_init(changed, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(changed, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Reads the state.
    func read<Result>(_ body: (State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(state)
    }

    /// Modifies the state and wakes all waiting threads.
    func update<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `condition` returns a value.
    ///
    /// Returns `nil` if the wait times out.
    ///
    /// `condition` runs with the mutex locked. Its changes to the state do not wake other threads.
    func wait<Result>(timeout: Duration? = nil, until condition: (inout State) -> Result?) -> Result? {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = condition(&state) { return result }
            guard let deadline else {
                pthread_cond_wait(changed, mutex)
                continue
            }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return nil }
            timedWait(remaining)
        }
    }

    private func timedWait(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        #if canImport(Darwin)
            var span = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            pthread_cond_timedwait_relative_np(changed, mutex, &span)
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            let nanoseconds = Int(time.tv_nsec) + Int(attoseconds / 1_000_000_000)
            time.tv_sec += .init(Int(seconds) + nanoseconds / 1_000_000_000)
            time.tv_nsec = .init(nanoseconds % 1_000_000_000)
            pthread_cond_timedwait(changed, mutex, &time)
        #endif
    }
}
