#if os(Linux) || os(macOS)
    internal import Foundation

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// A program of the system, found on the search path or where servers are installed.
    struct SystemTool: Sendable {
        let path: String

        /// Finds a program; throws if it is not installed.
        init(_ name: String) throws(MissingPrerequisite) {
            let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let folders = searchPath.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
            let candidates = folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
            guard let path = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
                throw MissingPrerequisite("\(name) is not installed")
            }
            self.path = path
        }

        /// Runs the program to its end; throws what it has said if it failed.
        ///
        /// - Returns: What it has written, on standard output and standard error together.
        @discardableResult
        func run(_ arguments: [String], in folder: String? = nil) throws -> String {
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
            try process.runWithoutBlockedSignals()
            let text = String(decoding: (try output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
            guard isDone.wait(timeout: .seconds(30)) else {
                process.terminate()
                throw Failure(description: "\(path) did not end")
            }
            guard process.terminationStatus == 0 else {
                throw Failure(description: "\(path) \(arguments.first ?? "") failed: \(text)")
            }
            return text
        }

        /// A program did not do its work.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }
    }

    extension Process {
        /// Starts the program with all signals let through.
        ///
        /// A child inherits what the calling thread blocks, and the threads of Dispatch block nearly all: a shell would
        /// then not learn that the program it waits for has ended.
        func runWithoutBlockedSignals() throws {
            var none = sigset_t()
            var blocked = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &blocked)
            defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
            try run()
        }
    }
#endif
