#if os(Linux) || os(macOS)
    internal import Foundation
    internal import RillSystem

    /// An installed program, found in the `PATH` or in a standard folder for server programs.
    package struct SystemTool: Sendable {
        package let path: String

        /// Locates a program.
        ///
        /// Throws if it is not installed.
        package init(_ name: String) throws(MissingPrerequisite) {
            let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let folders = searchPath.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
            let candidates = folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
            guard let path = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
                throw MissingPrerequisite("\(name) is not installed")
            }
            self.path = path
        }

        /// Runs the program to completion.
        ///
        /// Throws an error that contains its output if it fails.
        ///
        /// - Returns: The combined standard output and standard error.
        @discardableResult
        package func run(_ arguments: [String], in folder: String? = nil) throws -> String {
            let process = Process()
            let output = Pipe()
            let isDone = LoopbackServer.Gate()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            process.terminationHandler = { _ in isDone.open() }
            try process.start()
            let text = String(decoding: (try output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
            guard isDone.wait(timeout: .seconds(30)) else {
                process.terminate()
                throw Failure(description: "\(path) timed out after 30 s")
            }
            guard process.terminationStatus == 0 else {
                throw Failure(description: "\(path) \(arguments.first ?? "") failed: \(text)")
            }
            return text
        }

        /// An error that is thrown when a program fails.
        package struct Failure: Error, CustomStringConvertible {
            package let description: String

            package init(description: String) {
                self.description = description
            }
        }
    }
#endif
