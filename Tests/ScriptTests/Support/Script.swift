import Foundation
import Testing

/// Runs one of the package's executables as a process, as a person would.
struct Script: Sendable {
    /// How a run ended, and what it printed.
    struct Outcome: Sendable {
        let status: Int32
        /// Whether a signal ended it, as a crash does.
        let isKilled: Bool
        let output: String
        let errors: String

        var lines: [Substring] { output.split(separator: "\n") }
    }

    let name: String

    /// Runs the script to its end.
    ///
    /// - Parameters:
    ///   - arguments: The words behind its name.
    ///   - shell: The line of a shell in which `"$0" "$@"` is the script with its words; nil to run it without a shell.
    ///   - environment: What differs from an environment without tokens and settings for the terminal.
    ///   - input: What it reads as its standard input; nothing if left out.
    ///   - output: Where its standard output goes instead of to the outcome.
    ///   - errors: Where its standard error goes instead of to the outcome.
    ///   - whileRunning: Called when it has been started.
    /// - Returns: How it ended, and what it printed.
    /// - Throws: What `whileRunning` throws, why the script cannot be started, and `CancellationError` if the test is cancelled.
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
        let outputFile = try TemporaryFile()
        let errorFile = try TemporaryFile()
        process.standardOutput = output ?? outputFile.handle
        process.standardError = errors ?? errorFile.handle
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        do {
            try await whileRunning(process)
        } catch {
            process.terminate()
            throw error
        }
        for await _ in ends {}
        if process.isRunning {
            // The test has used up its time.
            process.terminate()
            throw CancellationError()
        }
        return Outcome(
            status: process.terminationStatus, isKilled: process.terminationReason == .uncaughtSignal,
            output: try outputFile.text(), errors: try errorFile.text())
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

    /// The executable beside the tests' own, in the build folder.
    private func executable() throws -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let folders = [
            bundle?.deletingLastPathComponent(), Bundle.main.executableURL?.deletingLastPathComponent(),
            Bundle.main.bundleURL,
        ]
        let candidates = folders.compactMap { $0?.appendingPathComponent(name) }
        return try #require(
            candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "\(name) was not built: it is in none of \(candidates.map(\.path))")
    }
}

/// A file that is gone when nobody holds it any more.
private final class TemporaryFile {
    let handle: FileHandle
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("rill-\(UUID().uuidString)")

    init() throws {
        try Data().write(to: url)
        handle = try FileHandle(forUpdating: url)
    }

    deinit {
        try? handle.close()
        try? FileManager.default.removeItem(at: url)
    }

    func text() throws -> String {
        String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
}
