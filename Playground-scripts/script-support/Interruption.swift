import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Watches for Ctrl-C, which ends what runs, and then the program with status 130.
package struct Interruption {
    private let source: any DispatchSourceSignal

    /// Begins to watch.
    ///
    /// - Parameter action: Ends what runs; called on the first Ctrl-C, on a queue of Dispatch's own.
    private init(_ action: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            // A second Ctrl-C is not waited for.
            signal(SIGINT, SIG_DFL)
            action()
            // Without the handlers of `exit`: other threads are still at work.
            _exit(ExitStatus.interrupted.rawValue)
        }
        source.activate()
    }

    /// Stops watching: Ctrl-C does again what it did before.
    private func stop() {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }

    /// Does something that Ctrl-C cancels; then this does not return, as the program ends.
    ///
    /// - Parameters:
    ///   - work: What to do.
    ///   - settle: Brings in order what the work leaves, however it ends; on Ctrl-C, before the program ends.
    /// - Returns: What comes of it.
    /// - Throws: What `work` throws.
    package static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result, settle: @escaping @Sendable () -> Void = {}
    ) async throws -> Result {
        let task = Task { try await work() }
        let flag = Flag()
        let interruption = Interruption {
            flag.value.store(true, ordering: .releasing)
            // This disposes the streams that the task reads.
            task.cancel()
            settle()
        }
        defer { interruption.stop() }
        let result = await task.result
        if flag.value.load(ordering: .acquiring) {
            // What is to be settled is, over there, and the program is at its end.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        settle()
        return try result.get()
    }

    private final class Flag: Sendable {
        let value = Atomic(false)
    }
}
