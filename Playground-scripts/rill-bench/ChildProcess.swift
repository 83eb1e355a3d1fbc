import Foundation
import RillScript
import Synchronization

/// Programs that run to completion as child processes, one at a time.
enum ChildProcess {
    /// The running program, and whether a signal has been received.
    private static let state = Mutex((process: Process?.none, isTerminated: false))

    /// Runs an operation, and terminates its child process on Ctrl-C (SIGINT), SIGTERM, and SIGHUP.
    ///
    /// On Linux, child processes do not receive the signals of the terminal, because they have their own process groups.
    static func withTermination(_ operation: @escaping @Sendable () throws -> Void) async throws {
        try await withSignalCancellation {
            try await withTaskCancellationHandler {
                try operation()
            } onCancel: {
                state.withLock { state in
                    state.isTerminated = true
                    guard let process = state.process, process.isRunning else { return }
                    if kill(-process.processIdentifier, SIGTERM) != 0 { process.terminate() }
                }
            }
        } cleanUp: {
            AllocationLibrary.delete()
        }
    }

    /// Runs this program with other arguments, and returns its standard output.
    static func runSelf(_ arguments: [String], environment: [String: String] = [:]) throws -> Data {
        let executable = Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
        return try run([executable] + arguments, environment: environment)
    }

    /// Runs a program, and returns its standard output.
    ///
    /// - Parameters:
    ///   - command: The name or path of the program, and its arguments.
    ///   - folder: The working directory. Defaults to `nil`, which means the current one.
    ///   - environment: Additional environment variables. Defaults to none.
    /// - Returns: The standard output.
    /// - Throws: A `BenchError` if the program fails.
    @discardableResult
    static func run(
        _ command: [String], in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> Data {
        let process = Process()
        // A name without a slash is searched in PATH.
        let isPath = command[0].contains("/")
        process.executableURL = URL(filePath: isPath ? command[0] : "/usr/bin/env")
        process.arguments = isPath ? Array(command.dropFirst()) : command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        let output = Pipe()
        process.standardOutput = output
        try state.withLock { state in
            guard !state.isTerminated else { throw CancellationError() }
            try start(process)
            state.process = process
        }
        defer { state.withLock { $0.process = nil } }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let reason = process.terminationReason == .exit ? "failed with status" : "was terminated by signal"
            throw BenchError(
                """
                \(command.prefix(2).joined(separator: " ")) \(reason) \(process.terminationStatus)
                \(String(decoding: data, as: UTF8.self))
                """)
        }
        return data
    }

    /// Starts a program with an empty signal mask.
    ///
    /// A program inherits the mask of the thread, and the threads of Dispatch block SIGTERM.
    private static func start(_ process: Process) throws {
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try process.run()
    }
}
