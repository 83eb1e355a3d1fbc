import Foundation
import RillHTTPTesting
import Testing

extension Script {
    /// Runs the script with invalid arguments, and expects a usage error without their secrets.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, in which `hidden` is a secret.
    ///   - message: The text with which the error begins after the name of the script.
    ///   - sourceLocation: The location of the test.
    func expectUsageError(
        _ arguments: [String], _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let errors = try await usageError(arguments, sourceLocation)
        #expect(errors.hasPrefix("\(name): \(message)"), "\(errors)", sourceLocation: sourceLocation)
    }

    /// Runs the script with invalid arguments, and expects a usage error that contains a text, but not their secrets.
    func expectUsageError(
        _ arguments: [String], containing text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let errors = try await usageError(arguments, sourceLocation)
        #expect(errors.contains(text), "\(errors)", sourceLocation: sourceLocation)
    }

    private func usageError(_ arguments: [String], _ sourceLocation: SourceLocation) async throws -> String {
        let outcome = try await run(arguments)
        #expect(outcome.status == 64, sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
        #expect(!outcome.errors.contains("hidden"), sourceLocation: sourceLocation)
        return outcome.errors
    }

    /// Expects that the help contains some texts, such as names of options.
    @discardableResult
    func expectHelp(
        containing texts: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        let outcome = try await run(["--help"])
        #expect(outcome.status == 0, sourceLocation: sourceLocation)
        for text in texts { #expect(outcome.output.contains(text), sourceLocation: sourceLocation) }
        return outcome
    }

    /// Expects that Control-C terminates the script while it waits for a response.
    ///
    /// - Parameters:
    ///   - arguments: The arguments before `--base-url`.
    ///   - sourceLocation: The location of the test.
    ///   - check: A closure that is called at the end. Defaults to no further check.
    func expectTerminationByControlC(
        _ arguments: [String] = [], sourceLocation: SourceLocation = #_sourceLocation,
        check: (Outcome, LoopbackServer) async throws -> Void = { _, _ in }
    ) async throws {
        let server = try LoopbackServer { _ in .stall }
        defer { server.stop() }
        let outcome = try await run(arguments + ["--base-url", server.baseURL]) { process in
            try await server.waitForRequests(1)
            process.interrupt()
        }
        #expect(outcome.status == SIGINT && outcome.isKilled, sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
        try await check(outcome, server)
    }

    /// Runs the script with the option `--json`, and decodes its output.
    func rows<Row: Decodable>(
        _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Row] {
        let outcome = try await run(["--json"] + arguments)
        #expect(outcome.status == 0, sourceLocation: sourceLocation)
        return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    }
}
