import Dispatch
public import Rill
import RillSystem
import Synchronization

/// Runs an operation, and cancels it on Ctrl-C (SIGINT), SIGTERM, and SIGHUP.
///
///     await command.run {
///         defer { server.stop() }
///         try await withSignalCancellation {
///             for try await page in pages.values { … }
///         } cleanUp: {
///             progress.clear()
///         }
///     }
///
/// The first signal cancels the current task, which disposes the streams that the operation reads. When the operation
/// has ended, `cleanUp` runs, and the function throws an ``ExitCode``, so that the `defer` statements of the program run.
/// ``Command/run(isolation:_:)`` then terminates the process with the signal, so that a loop in a shell
/// also stops. If the program has not ended after the grace period, or on a second signal, the process is terminated
/// immediately. `nohup` has its usual effect: an ignored SIGHUP stays ignored.
///
/// - Parameters:
///   - gracePeriod: The time that the program has to end after the first signal. Defaults to two seconds.
///   - isolation: The isolation of the caller.
///   - operation: The operation. It starts when the signal handlers are installed, and can use the variables of the
///     caller.
///   - cleanUp: A closure that runs after the operation has ended, or when the grace period ends before. Defaults to
///     doing nothing.
/// - Returns: The result of the operation.
/// - Throws: Any error that `operation` throws, or an ``ExitCode`` of 128 plus the signal number after a signal.
public func withSignalCancellation<Result>(
    gracePeriod: Duration = .seconds(2), isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result, cleanUp: @escaping @Sendable () -> Void = {}
) async throws -> Result {
    // The task cannot end while this function runs, and `end()` returns after the last use of the task.
    nonisolated(unsafe) let task = withUnsafeCurrentTask { $0 }
    let handlers = SignalHandlers(gracePeriod: gracePeriod, onSignal: { task?.cancel() }, onTimeout: cleanUp)
    await handlers.install()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await operation()) } catch { result = .failure(error) }
    let number = await handlers.end()
    cleanUp()
    if let number { throw ExitCode(rawValue: 128 + number) }
    return try result.get()
}

/// Runs an operation like `withSignalCancellation(gracePeriod:isolation:_:cleanUp:)`, and reports its subscriptions to
/// an instrument.
///
/// - Parameters:
///   - instrument: The instrument, or `nil` for none.
///   - isolation: The isolation of the caller.
///   - operation: The operation.
///   - cleanUp: A closure that runs after the operation has ended, or when the grace period ends before.
///   - finish: A closure that runs after `cleanUp` and completes the file that the instrument writes. If it throws, the
///     error is printed.
/// - Returns: The result of the operation.
/// - Throws: Any error that `operation` throws, or an ``ExitCode`` of 128 plus the signal number after a signal.
public func withSignalCancellation<Result>(
    reportingTo instrument: (any Instrument)?, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result, cleanUp: @escaping @Sendable () -> Void,
    finish: @escaping @Sendable () throws -> Void
) async throws -> Result {
    guard let instrument else { return try await withSignalCancellation(operation, cleanUp: cleanUp) }
    return try await withInstrument(instrument) {
        try await withSignalCancellation(operation) {
            cleanUp()
            do { try finish() } catch { Output.note(SystemFailure.text(error)) }
        }
    }
}

/// The signal that terminates the process.
enum TerminatingSignal {
    /// The first signal, or 0.
    fileprivate static let received = Atomic<Int32>(0)

    /// Restores the settings of terminals, and terminates the process if a signal has been received.
    static func prepareExit() {
        Keyboard.restoreAll()
        let number = received.load(ordering: .acquiring)
        guard number != 0 else { return }
        fflush(nil)
        terminate(with: number)
    }

    /// Terminates the process with the default action of a signal.
    fileprivate static func terminate(with number: Int32) -> Never {
        Keyboard.restoreAll()
        signal(number, SIG_DFL)
        // The threads of Dispatch block signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        // The default action of the signals terminates the process. `exit` would run exit handlers while other threads
        // are still running.
        _exit(128 + number)
    }
}

/// The handlers for the signals that terminate a program.
private final class SignalHandlers: @unchecked Sendable {  // the serial queue guards the variables
    private let queue = DispatchQueue(label: "script.signals")
    private let gracePeriod: Duration
    private let onSignal: @Sendable () -> Void
    private let onTimeout: @Sendable () -> Void

    /// Runs the closures, which may block, so that a second signal and the end of the grace period take effect.
    private let work = DispatchQueue(label: "script.signals.work")
    private var sources: [Int32: any DispatchSourceSignal] = [:]
    private var received: Int32?
    private var hasEnded = false

    /// Creates the handlers.
    ///
    /// - Parameters:
    ///   - gracePeriod: The time after the first signal after which the process is terminated.
    ///   - action: A closure that cancels the operation after the first signal.
    ///   - timeout: A closure that is called if the operation has not ended after the grace period. The process is
    ///     terminated when it returns, or after another second.
    init(
        gracePeriod: Duration, onSignal action: @escaping @Sendable () -> Void,
        onTimeout timeout: @escaping @Sendable () -> Void
    ) {
        self.gracePeriod = gracePeriod
        onSignal = action
        onTimeout = timeout
    }

    /// Installs the handlers, and returns when a signal cannot be lost.
    func install() async {
        await withCheckedContinuation { continuation in
            queue.async { self.install { continuation.resume() } }
        }
    }

    private func install(_ completion: @escaping @Sendable () -> Void) {
        let registrations = DispatchGroup()
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let previous = signal(number, SIG_IGN)
            // `nohup` makes the process ignore SIGHUP, so that it keeps running when its terminal closes.
            if number == SIGHUP, unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                continue
            }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { self.receive(number) }
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.activate()
            sources[number] = source
        }
        registrations.notify(queue: queue, execute: completion)
    }

    private func receive(_ number: Int32) {
        guard received == nil else { TerminatingSignal.terminate(with: number) }
        received = number
        TerminatingSignal.received.store(number, ordering: .releasing)
        queue.asyncAfter(deadline: .now() + gracePeriod / .seconds(1)) {
            if self.hasEnded { TerminatingSignal.terminate(with: number) }
            self.work.async {
                self.onTimeout()
                TerminatingSignal.terminate(with: number)
            }
            self.queue.asyncAfter(deadline: .now() + 1) { TerminatingSignal.terminate(with: number) }
        }
        work.async { self.onSignal() }
    }

    /// Returns the received signal or, if there is none, restores the default actions and returns `nil`.
    func end() async -> Int32? {
        await withCheckedContinuation { continuation in
            queue.async {
                self.hasEnded = true
                if self.received == nil {
                    for (number, source) in self.sources {
                        source.cancel()
                        signal(number, SIG_DFL)
                    }
                    self.sources = [:]
                }
                // Returns after the last use of the task.
                let received = self.received
                self.work.async { continuation.resume(returning: received) }
            }
        }
    }
}
