#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A thread of the system, with a stack of 512 KiB.
///
/// It must be joined or detached, once. `@unchecked Sendable`: the handle is a name that never changes; on some systems its type is a pointer.
struct NativeThread: @unchecked Sendable {
    private let handle: pthread_t

    /// The thread that asks.
    static var current: NativeThread { NativeThread(handle: pthread_self()) }

    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// Waits for the thread to end, and frees what the system holds of it.
    func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end on its own: it is not joined.
    func detach() {
        pthread_detach(handle)
    }

    /// Starts a thread that runs `body` and then ends.
    static func start(_ body: @escaping @Sendable () -> Void) throws -> NativeThread {
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        let (handle, code) = create(work)
        guard let handle else {
            Unmanaged<Work>.fromOpaque(work).release()
            throw LoopbackServer.SocketError(call: "pthread_create", code: code)
        }
        return NativeThread(handle: handle)
    }

    private static func create(_ work: UnsafeMutableRawPointer) -> (handle: pthread_t?, code: Int32) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, 512 << 10)
        #if canImport(Glibc)
            var handle = pthread_t()
        #else
            var handle: pthread_t?
        #endif
        let code = pthread_create(&handle, attributes, { run($0) }, work)
        return (code == 0 ? handle : nil, code)
    }
}

/// What a new thread is given.
private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// Runs and releases the work; everything it held is gone when the thread ends.
///
/// A function of the file: as a static one it makes Swift 6.3.1 crash where it becomes a C function.
private func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work {
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    }
    return nil
}
