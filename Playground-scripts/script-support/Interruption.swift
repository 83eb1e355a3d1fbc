import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Watches for Ctrl-C and the other signals by which a program is asked to end.
///
/// They end what runs, and then the program with status 128 and the signal's number: 130 for Ctrl-C.
package struct Interruption {
    private let sources: [Int32: any DispatchSourceSignal]

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - begin: Called when all signals are watched, on that queue; one that comes before may be lost.
    ///   - action: Ends what runs; called on the first signal, on a queue of its own.
    private init(onWatching begin: @escaping @Sendable () -> Void, onSignal action: @escaping @Sendable () -> Void) {
        // One after the other: the first to come ends the program.
        let queue = DispatchQueue(label: "script.interruption")
        let numbers = [SIGINT, SIGTERM, SIGHUP].filter { number in
            let previous = signal(number, SIG_IGN)
            // Whoever starts a program with `nohup` wants it to outlive the terminal.
            return number != SIGHUP || unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        }
        let registrations = DispatchGroup()
        var sources: [Int32: any DispatchSourceSignal] = [:]
        for number in numbers {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // A second signal is not waited for.
                for number in numbers { signal(number, SIG_DFL) }
                action()
                // Without the handlers of `exit`: other threads are still at work.
                _exit(128 + number)
            }
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.activate()
            sources[number] = source
        }
        registrations.notify(queue: queue, execute: begin)
        self.sources = sources
    }

    /// Stops watching: the signals do again what they did before.
    private func stop() {
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
    }

    /// Does something that the signals cancel; then this does not return, as the program ends.
    ///
    /// - Parameters:
    ///   - work: What to do; begins when the signals are watched.
    ///   - settle: Brings in order what the work leaves, however it ends; on a signal, before the program ends.
    /// - Returns: What comes of it.
    /// - Throws: What `work` throws.
    package static func cancelling<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result, settle: @escaping @Sendable () -> Void = {}
    ) async throws -> Result {
        let (watches, watch) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in watches {}
            return try await work()
        }
        let flag = Flag()
        let interruption = Interruption(
            onWatching: { watch.finish() },
            onSignal: {
                flag.value.store(true, ordering: .releasing)
                // This disposes the streams that the task reads.
                task.cancel()
                settle()
            })
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
