#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A mutual-exclusion lock: `os_unfair_lock` on Apple platforms, a pthread mutex elsewhere.
///
/// Do not call external code with the lock held: no user closures, no observers, no subscribing, and no disposing.
@usableFromInline
package class Lock: @unchecked Sendable {  // the pointer is immutable and refers to a lock
    #if canImport(Darwin)
        private let handle: UnsafeMutablePointer<os_unfair_lock>
    #else
        private let handle: UnsafeMutablePointer<pthread_mutex_t>
    #endif

    @usableFromInline
    package init() {
        handle = .allocate(capacity: 1)
        #if canImport(Darwin)
            handle.initialize(to: os_unfair_lock())
        #else
            handle.initialize(to: pthread_mutex_t())
            let status = pthread_mutex_init(handle, nil)
            precondition(status == 0, "pthread_mutex_init failed with \(status)")
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(handle)
        #endif
        handle.deallocate()
    }

    @usableFromInline
    package final func lock() {
        #if canImport(Darwin)
            os_unfair_lock_lock(handle)
        #else
            pthread_mutex_lock(handle)
        #endif
    }

    @usableFromInline
    package final func unlock() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(handle)
        #else
            pthread_mutex_unlock(handle)
        #endif
    }

    /// Calls a closure with the lock held.
    ///
    /// If the caller ignores the result, the result is released without the lock.
    @inlinable
    @inline(__always)  // a call in generic code looks up the metadata of the result
    package final func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
    {
        lock()
        let result: Result
        do throws(Failure) {
            result = try body()
        } catch {
            unlock()
            throw error
        }
        // Otherwise, the optimizer could release an ignored result with the lock held.
        withExtendedLifetime(result) { unlock() }
        return result
    }
}
