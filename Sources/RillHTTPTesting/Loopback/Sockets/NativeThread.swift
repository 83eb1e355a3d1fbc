internal import RillSystem

/// A system thread with a 512 KiB stack.
///
/// A thread must be joined or detached exactly once. `@unchecked Sendable`: the handle never changes, but its type is a
/// pointer on some systems.
package struct NativeThread: @unchecked Sendable {
    private let handle: pthread_t

    /// The calling thread.
    static var current: NativeThread { NativeThread(handle: pthread_self()) }

    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// Waits for the thread to end and releases its system resources.
    package func join() {
        pthread_join(handle, nil)
    }

    /// Detaches the thread, which then releases its resources when it ends.
    package func detach() {
        pthread_detach(handle)
    }

    /// Starts a thread that runs `body` and then ends.
    package static func start(_ body: @escaping @Sendable () -> Void) throws -> NativeThread {
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        let (handle, code) = create(work)
        guard let handle else {
            Unmanaged<Work>.fromOpaque(work).release()
            throw LoopbackServer.SocketError(call: "pthread_create", code: code)
        }
        return NativeThread(handle: handle)
    }

    /// Runs blocking code on a new thread instead of a thread of the cooperative pool, and returns its result.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try start { continuation.resume(with: Swift.Result(catching: body)) }.detach()
            } catch {
                continuation.resume(throwing: error)
            }
        }
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
        let code = pthread_create(&handle, attributes, { runAndRelease($0) }, work)
        return (code == 0 ? handle : nil, code)
    }
}

/// The closure passed to a new thread.
private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// Runs and releases the work of a thread.
///
/// The closure's captures are released before the thread ends.
///
/// This is a global function because converting a static method to a C function pointer crashes the Swift 6.3.1
/// compiler.
private func runAndRelease(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work {
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    }
    return nil
}
