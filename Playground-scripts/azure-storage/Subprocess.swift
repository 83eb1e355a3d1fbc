import Foundation

/// Runs a program for one message.
enum Subprocess {
    /// Why a message counts as not handled.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program to its end; cancelling the task ends it.
    ///
    /// - Parameters:
    ///   - command: Its name, looked for where the shell looks, and its arguments.
    ///   - input: What it reads from standard input.
    /// - Throws: ``Failure`` if it cannot be run, or does not exit with 0.
    static func run(_ command: [String], input: String) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardInput = pipe
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        do {
            try process.run()
        } catch {
            throw Failure(description: "\(command[0]) cannot be run: \(error.localizedDescription)")
        }
        // A program that reads nothing closes its end: then nothing is lost. The text fits into the pipe.
        try? pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? pipe.fileHandleForWriting.close()
        await withTaskCancellationHandler {
            for await _ in ended.stream {}
            if Task.isCancelled { process.waitUntilExit() }
        } onCancel: {
            process.terminate()
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let reason = process.terminationReason == .exit ? "exited with" : "was ended by signal"
            throw Failure(description: "\(command[0]) \(reason) \(process.terminationStatus)")
        }
    }
}
