import Foundation
import RillSystem
import Synchronization

/// Runs a command for a message.
enum Subprocess {
    /// An error for a command that could not be started or did not succeed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The running commands; `nil` after ``terminateAll()``.
    private static let running = Mutex<[Process]?>([])

    /// Runs a command and waits until it exits.
    ///
    /// Canceling the task terminates the command and its process group.
    ///
    /// - Parameters:
    ///   - command: The name of the executable, which is looked up in `PATH`, and its arguments.
    ///   - input: The text for standard input.
    /// - Throws: ``Failure`` if the command cannot be started or does not exit with status 0.
    static func run(_ command: [String], input: String) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardInput = pipe
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        do {
            try running.withLock { running in
                guard running != nil else { throw CancellationError() }
                try process.start()
                running?.append(process)
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Failure(description: "cannot run \(command[0]): \(error.localizedDescription)")
        }
        defer { running.withLock { $0?.removeAll { $0 === process } } }
        // The write cannot block, because a message fits into the pipe's buffer. It fails if the command does not read.
        try? pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? pipe.fileHandleForWriting.close()
        await withTaskCancellationHandler {
            for await _ in ended.stream {}
            if Task.isCancelled { process.waitUntilExit() }
        } onCancel: {
            process.signalGroup(SIGTERM)
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let reason = process.terminationReason == .exit ? "exited with status" : "was terminated by signal"
            throw Failure(description: "\(command[0]) \(reason) \(process.terminationStatus)")
        }
    }

    /// Terminates the running commands, and prevents further ones from starting.
    static func terminateAll() {
        for process in running.withLock({ $0.take() }) ?? [] { process.signalGroup(SIGTERM) }
    }
}
