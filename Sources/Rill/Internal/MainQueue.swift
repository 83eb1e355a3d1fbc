internal import Dispatch

#if canImport(Darwin)
    import CoreFoundation
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Services the main queue manually on the main thread while that thread is blocked.
enum MainQueue {
    /// Whether the caller is running on the main thread.
    static var isCurrentThread: Bool {
        #if canImport(Darwin)
            pthread_main_np() != 0
        #else
            getpid() == currentThreadID()
        #endif
    }

    /// Whether the caller is running on the main queue.
    ///
    /// The main thread counts as the main queue.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Whether the main queue can be serviced.
    ///
    /// It cannot be serviced from within its own work.
    ///
    /// Must be called on the main thread.
    static var canBeServiced: Bool {
        let probe = Scope()
        DispatchQueue.main.async { probe.stop() }
        service(for: .milliseconds(1))
        return probe.isStopped
    }

    /// Wakes the main thread, so that its call to `service(for:)` returns.
    static func wake() {
        DispatchQueue.main.async {}
        #if canImport(Darwin)
            CFRunLoopStop(CFRunLoopGetMain())
        #endif
    }

    /// Runs pending work of the main queue, or waits for work until the duration has elapsed.
    static func service(for duration: Duration) {
        #if canImport(Darwin)
            let (seconds, attoseconds) = duration.components
            CFRunLoopRunInMode(.defaultMode, CFTimeInterval(seconds) + CFTimeInterval(attoseconds) * 1e-18, true)
        #else
            // Like CoreFoundation's run loop on Linux: wait for Dispatch's file descriptor, then run the main queue.
            var descriptor = pollfd(fd: mainQueueDescriptor(), events: Int16(POLLIN), revents: 0)
            let milliseconds = duration / .milliseconds(1)
            guard poll(&descriptor, 1, Int32(max(1, min(milliseconds, 60_000)))) > 0 else { return }
            // The descriptor remains readable until it is read. Read it before running the queue, so that later signals
            // are not lost.
            var count: UInt64 = 0
            _ = read(descriptor.fd, &count, MemoryLayout<UInt64>.size)
            runMainQueue(nil)
        #endif
    }
}

#if !canImport(Darwin)
    @_silgen_name("gettid")
    private func currentThreadID() -> pid_t

    @_silgen_name("_dispatch_get_main_queue_handle_4CF")
    private func mainQueueDescriptor() -> Int32

    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private func runMainQueue(_ message: UnsafeMutableRawPointer?)
#endif
