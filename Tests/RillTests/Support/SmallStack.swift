#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs work on a new thread with a 512 KiB stack.
func onSmallStack(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        start(
            Work {
                work()
                continuation.resume()
            })
    }
}

private func start(_ work: Work) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    pthread_attr_setstacksize(attributes, 512 * 1_024)
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    let status = pthread_create(&thread, attributes, runWork, Unmanaged.passRetained(work).toOpaque())
    precondition(status == 0, "pthread_create failed with \(status)")
    pthread_attr_destroy(attributes)
    #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
    #else
        pthread_detach(thread)
    #endif
}

private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

#if canImport(Darwin)
    private func runWork(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run()
        return nil
    }
#else
    private func runWork(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run() }
        return nil
    }
#endif
