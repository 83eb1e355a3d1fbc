internal import Dispatch

#if canImport(Darwin)
    import CoreFoundation
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The main queue, served by hand from the main thread while something blocks there.
enum MainQueue {
    /// Whether the caller runs on the main thread.
    static var isCurrentThread: Bool {
        #if canImport(Darwin)
            pthread_main_np() != 0
        #else
            getpid() == currentThreadID()
        #endif
    }

    /// Whether the caller is work of the main queue, or the main thread, which stands for it.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Whether the main queue runs when it is served: not from the middle of its own work.
    ///
    /// Called on the main thread.
    static var canBeServed: Bool {
        let probe = Scope()
        DispatchQueue.main.async { probe.stop() }
        serve(for: .milliseconds(1))
        return probe.isStopped
    }

    /// Lets the main thread's `serve` return.
    static func wake() {
        DispatchQueue.main.async {}
        #if canImport(Darwin)
            CFRunLoopStop(CFRunLoopGetMain())
        #endif
    }

    /// Runs what waits on the main queue, or waits for something to come, at most for a while.
    static func serve(for duration: Duration) {
        #if canImport(Darwin)
            let (seconds, attoseconds) = duration.components
            CFRunLoopRunInMode(.defaultMode, CFTimeInterval(seconds) + CFTimeInterval(attoseconds) * 1e-18, true)
        #else
            // What CoreFoundation's run loop does on Linux: wait on Dispatch's descriptor, then let it run.
            var descriptor = pollfd(fd: mainQueueDescriptor(), events: Int16(POLLIN), revents: 0)
            let milliseconds = duration / .milliseconds(1)
            guard poll(&descriptor, 1, Int32(max(1, min(milliseconds, 60_000)))) > 0 else { return }
            // It stays readable until it is read; before the queue runs, so that nothing that comes later is missed.
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
