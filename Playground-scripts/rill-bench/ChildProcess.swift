import Foundation

/// Programs that run to completion as child processes.
enum ChildProcess {
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
        try process.run()
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
}
