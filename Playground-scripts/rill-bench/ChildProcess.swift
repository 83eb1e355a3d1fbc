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
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = folder }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let name = command.prefix(2).joined(separator: " ")
            throw BenchError(
                "\(name) failed with status \(process.terminationStatus)\n\(String(decoding: data, as: UTF8.self))")
        }
        return data
    }
}
