import Foundation
import RillHTTPTesting
import RillSystem
import RillTestSupport
import Testing

/// Runs an executable of the package as a process.
struct Script: Sendable {
    /// The exit status and the output of a run.
    struct Outcome: Sendable {
        let status: Int32
        /// Whether a signal terminated the process, for example after a crash.
        let isKilled: Bool
        let output: String
        let errors: String

        var lines: [Substring] { output.split(separator: "\n") }
    }

    /// The name of an executable in the build folder of the tests, or an absolute path.
    let name: String

    /// Whether the Swift compiler is installed.
    static var hasCompiler: Bool {
        get async { (try? await Script(name: "/usr/bin/env").run(["swiftc", "--version"]))?.status == 0 }
    }

    /// Returns the build folder of the tests, which contains a given file.
    static func products(containing file: String) throws -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let folders = [bundle, Bundle.main.executableURL].compactMap { $0?.deletingLastPathComponent() }
        let candidates = folders + [Bundle.main.bundleURL]
        return try #require(
            candidates.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent(file).path) },
            "cannot find \(file) in \(candidates.map(\.path)): build the package first")
    }

    /// Runs the script and waits until it exits.
    ///
    /// - Parameters:
    ///   - arguments: The command-line arguments.
    ///   - shell: A shell command in which `"$0" "$@"` runs the script with its arguments. Defaults to `nil`, which runs
    ///     the script without a shell.
    ///   - environment: The variables to add to an environment without tokens and terminal settings.
    ///   - input: The standard input. Defaults to `nil`, which means an empty input.
    ///   - output: The standard output. Defaults to `nil`, which captures it in the outcome.
    ///   - errors: The standard error. Defaults to `nil`, which captures it in the outcome.
    ///   - whileRunning: A closure that is called after the script has started.
    /// - Returns: The exit status and the captured output.
    /// - Throws: Any error that `whileRunning` throws, an error if the script cannot be started, or `CancellationError` if the
    ///   test is canceled.
    func run(
        _ arguments: [String] = [], through shell: String? = nil, environment: [String: String] = [:],
        input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil,
        whileRunning: @Sendable (Process) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = shell == nil ? try executable() : URL(fileURLWithPath: "/bin/sh")
        process.arguments = try shell.map { ["-c", $0, try executable().path] + arguments } ?? arguments
        process.environment = cleanEnvironment.merging(environment) { $1 }
        process.standardInput = input ?? FileHandle.nullDevice
        let files = try TemporaryFiles()
        process.standardOutput = try output ?? files.handle("output")
        process.standardError = try errors ?? files.handle("errors")
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.start()
        do {
            try await whileRunning(process)
        } catch {
            process.signalGroup(SIGKILL)
            throw error
        }
        for await _ in ends {}
        if process.isRunning {
            // The test exceeded its time limit.
            process.signalGroup(SIGKILL)
            throw CancellationError()
        }
        return Outcome(
            status: process.terminationStatus, isKilled: process.terminationReason == .uncaughtSignal,
            output: try output == nil ? files.text("output") : "", errors: try errors == nil ? files.text("errors") : ""
        )
    }

    /// Waits until a process has written a text, and fails if the process exits first.
    static func wait(for text: String, in pipe: Pipe) throws {
        // The process now has the only write end, so that reading ends if the process exits.
        try pipe.fileHandleForWriting.close()
        var written = Data()
        while !String(decoding: written, as: UTF8.self).contains(text) {
            let byte = try #require(try pipe.fileHandleForReading.read(upToCount: 1), "exited without \(text)")
            try #require(!byte.isEmpty, "exited without \(text)")
            written += byte
        }
    }

    /// A command that prints that it has started, and later that nobody has terminated it.
    static let longCommand = "(sleep 60 && echo survived >&2) & echo started >&2; wait"

    /// Expects that all processes that inherited a pipe are terminated, including those of ``longCommand``.
    static func expectEnd(of pipe: Pipe, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let rest = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(!String(decoding: rest, as: UTF8.self).contains("survived"), sourceLocation: sourceLocation)
    }

    private var cleanEnvironment: [String: String] {
        let unwanted: Set<String> = [
            "AZURE_STORAGE_CONNECTION_STRING", "CONOHA_DOMAIN", "CONOHA_PASSWORD", "CONOHA_PROJECT", "CONOHA_TENANT_ID",
            "CONOHA_USERNAME", "GARAGE_TOKEN",
            "GITHUB_TOKEN", "QIITA_TOKEN", "NO_COLOR", "COLUMNS", "http_proxy", "HTTP_PROXY",
            "ALL_PROXY", "all_proxy",
        ]
        return ProcessInfo.processInfo.environment.filter { !unwanted.contains($0.key) }
    }

    /// Returns the URL of the executable.
    private func executable() throws -> URL {
        name.hasPrefix("/")
            ? URL(fileURLWithPath: name) : try Self.products(containing: name).appendingPathComponent(name)
    }
}

extension TemporaryFiles {
    /// Creates an empty file, and opens it for writing.
    fileprivate func handle(_ name: String) throws -> FileHandle {
        try write([], to: name)
        return try FileHandle(forUpdating: url.appending(path: name))
    }

    fileprivate func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }
}
