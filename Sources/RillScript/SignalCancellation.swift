import Dispatch
public import Rill
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs an operation, and cancels it on Ctrl-C (SIGINT), SIGTERM, and SIGHUP.
///
///     try await withSignalCancellation {
///         for try await page in pages.values { … }
///     } cleanUp: {
///         progress.clear()
///     }
///
/// The first signal cancels the task of the operation, which disposes the streams that it reads. The process then exits
/// with 128 plus the signal number (130 for Ctrl-C) without waiting for the operation. A second signal terminates the
/// process immediately. `nohup` has its usual effect: an ignored SIGHUP stays ignored.
///
/// After a signal, the function does not return, because the process exits.
///
/// - Parameters:
///   - operation: The operation. It starts when the signal handlers are installed.
///   - cleanUp: A closure that runs after the operation has ended, or before the process exits after a signal. Defaults to
///     doing nothing.
/// - Returns: The result of the operation.
/// - Throws: Any error that `operation` throws.
public func withSignalCancellation<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result, cleanUp: @escaping @Sendable () -> Void = {}
) async throws -> Result {
    let (installations, installation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
        for await _ in installations {}
        return try await operation()
    }
    let flag = Flag()
    let handlers = SignalHandlers(
        onInstalled: { installation.finish() },
        onSignal: {
            flag.value.store(true, ordering: .releasing)
            task.cancel()
            cleanUp()
        })
    defer { handlers.remove() }
    let result = await task.result
    if flag.value.load(ordering: .acquiring) {
        // The signal handler cleans up and exits the process.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    cleanUp()
    return try result.get()
}

/// Runs an operation like `withSignalCancellation(_:cleanUp:)`, and reports its subscriptions to an instrument.
///
/// - Parameters:
///   - instrument: The instrument, or `nil` for none.
///   - operation: The operation.
///   - cleanUp: A closure that runs after the operation has ended, or before the process exits after a signal.
///   - finish: A closure that runs after `cleanUp` and completes the file that the instrument writes. If it throws, the
///     error is printed.
/// - Returns: The result of the operation.
/// - Throws: Any error that `operation` throws.
public func withSignalCancellation<Result: Sendable>(
    reportingTo instrument: (any Instrument)?, _ operation: @escaping @Sendable () async throws -> Result,
    cleanUp: @escaping @Sendable () -> Void, finish: @escaping @Sendable () throws -> Void
) async throws -> Result {
    guard let instrument else { return try await withSignalCancellation(operation, cleanUp: cleanUp) }
    return try await withInstrument(instrument) {
        try await withSignalCancellation(operation) {
            cleanUp()
            do { try finish() } catch { Output.note("\(error)") }
        }
    }
}

private final class Flag: Sendable {
    let value = Atomic(false)
}

/// The handlers for the signals that terminate a program.
private struct SignalHandlers {
    private let sources: [Int32: any DispatchSourceSignal]

    /// Installs the signal handlers.
    ///
    /// - Parameters:
    ///   - begin: A closure that runs on the signal queue when all handlers are installed. Earlier signals can be lost.
    ///   - action: A closure that cancels the work. It runs on the signal queue after the first signal.
    init(onInstalled begin: @escaping @Sendable () -> Void, onSignal action: @escaping @Sendable () -> Void) {
        // The queue is serial, and the handler of the first signal does not return, so only one signal is handled.
        let queue = DispatchQueue(label: "script.signals")
        let numbers = [SIGINT, SIGTERM, SIGHUP].filter { number in
            let previous = signal(number, SIG_IGN)
            // `nohup` makes the process ignore SIGHUP, so that it keeps running when its terminal closes.
            return number != SIGHUP || unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        }
        let registrations = DispatchGroup()
        var sources: [Int32: any DispatchSourceSignal] = [:]
        for number in numbers {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // A second signal terminates the process immediately.
                for number in numbers { signal(number, SIG_DFL) }
                action()
                // `exit` would run exit handlers while other threads are still running.
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

    /// Removes the signal handlers and restores the default actions.
    func remove() {
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
    }
}
