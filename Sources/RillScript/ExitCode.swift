import RillSystem

/// The exit code of a program.
///
/// A program can throw an exit code to end without a message. A program that receives a signal is terminated by
/// it, and a shell reports 128 plus the signal number: see ``withSignalCancellation(gracePeriod:isolation:_:cleanUp:)``.
public struct ExitCode: Error, RawRepresentable, Hashable, Sendable {
    /// The code, from 0 to 255.
    public let rawValue: Int32

    /// Creates an exit code.
    ///
    /// - Parameter rawValue: The code, from 0 to 255.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The exit code of a program that succeeded.
    public static let success = ExitCode(rawValue: 0)

    /// The exit code of a program that failed.
    public static let failure = ExitCode(rawValue: 1)

    /// The exit code of a program whose command line is invalid: `EX_USAGE` in `sysexits.h`.
    public static let validationFailure = ExitCode(rawValue: 64)
}

extension Command {
    /// Runs the program if the arguments are valid, and exits the process.
    ///
    ///     await command.run {
    ///         …
    ///     }
    ///
    /// The exit code is 0 if the program returns, or if the reader of standard output has closed the pipe. If the
    /// program throws, the error is printed to standard error, and the exit code is 64 for a ``ValidationError``, the
    /// code itself for an ``ExitCode``, and 1 for any other error. `--help` prints the help text, and
    /// `--generate-completion-script` prints the script of ``completionScript(for:)``.
    ///
    /// - Parameters:
    ///   - isolation: The isolation of the caller.
    ///   - body: The program.
    public func run(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async -> Never {
        Output.prepare()
        do {
            try validate()
            try await body()
            TerminatingSignal.prepareExit()
            exit(ExitCode.success.rawValue)
        } catch {
            TerminatingSignal.prepareExit()
            exit(exitCode(reporting: error).rawValue)
        }
    }

    /// Prints an error, or the text that the error requests, and returns the exit code.
    private func exitCode(reporting error: any Error) -> ExitCode {
        switch error {
        case let request as TextRequest:
            do {
                try Output.write(text(for: request))
                return .success
            } catch {
                return exitCode(reporting: error)
            }
        case let error as ExitCode:
            return error
        case let error as ValidationError:
            let command = ([Output.program] + path + ["--help"]).joined(separator: " ")
            Output.note("\(error.message)\nRun '\(command)' for usage.")
            return .validationFailure
        case let error as Output.Failure where error.isClosedPipe:
            // A reader of standard output that closes the pipe does not make the program fail.
            return .success
        default:
            Output.note(SystemFailure.text(error))
            return .failure
        }
    }

    private func text(for request: TextRequest) throws -> String {
        switch request {
        case .help: helpMessage()
        case .version(let version): "\(version)\n"
        case .completionScript(let shell): try completionScript(for: shell)
        case .completions(let shell, let word): completions(of: word, shell: shell)
        }
    }
}
