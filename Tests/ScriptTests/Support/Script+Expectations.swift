import Foundation
import RillHTTPTesting
import Testing

extension Script.Outcome {
    /// A condition of a text, which a literal must be equal to.
    enum Condition: ExpressibleByStringInterpolation {
        case equals(String)
        case contains(String)
        case omits(String)
        case begins(String)
        case ends(String)

        init(stringLiteral value: String) { self = .equals(value) }

        func holds(for text: String) -> Bool {
            switch self {
            case .equals(let value): text == value
            case .contains(let part): text.contains(part)
            case .omits(let part): !text.contains(part)
            case .begins(let prefix): text.hasPrefix(prefix)
            case .ends(let suffix): text.hasSuffix(suffix)
            }
        }
    }

    /// Expects the signal or the exit status, the number of lines, and the texts of the output and of the errors.
    func expect(
        signal: Int32? = nil, status: Int32? = nil, lineCount: Int? = nil, output outputs: Condition...,
        errors conditions: Condition..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if let signal { #expect(self.status == signal && isKilled, "\(errors)", sourceLocation: sourceLocation) }
        if let status { #expect(self.status == status, "\(errors)", sourceLocation: sourceLocation) }
        if let lineCount { #expect(lines.count == lineCount, "\(output)", sourceLocation: sourceLocation) }
        for (text, conditions) in [(output, outputs), (errors, conditions)] {
            for condition in conditions {
                #expect(condition.holds(for: text), "\(condition): \(text)", sourceLocation: sourceLocation)
            }
        }
    }
}

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
        outcome.expect(status: 64, output: "", errors: .omits("hidden"), sourceLocation: sourceLocation)
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
        outcome.expect(signal: SIGINT, output: "", sourceLocation: sourceLocation)
        try await check(outcome, server)
    }

    #if os(Linux)
        /// Expects that the script reports that its output cannot be written.
        func expectFullDiskFailure(
            _ arguments: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let message = "cannot write to standard output: No space left on device"
            try await run(arguments, output: full)
                .expect(status: 1, errors: .contains(message), sourceLocation: sourceLocation)
        }
    #endif

    /// Runs the script with the option `--json`, and decodes its output.
    func rows<Row: Decodable>(
        _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Row] {
        let outcome = try await run(["--json"] + arguments)
        #expect(outcome.status == 0, sourceLocation: sourceLocation)
        return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    }
}
