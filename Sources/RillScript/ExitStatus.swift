/// The exit status of a script.
///
/// A script that a signal terminates exits with 128 and the signal number: see ``Interruption``.
package enum ExitStatus: Int32, Sendable {
    case success = 0
    case failure = 1
    /// The server responded with an error status. The value is the same as for `curl --fail`.
    case httpError = 22
    case usageError = 64

    /// Runs a program and prints its error, if any, to standard error.
    ///
    /// - Parameter program: The program. It assigns the secret to redact in error messages as soon as it knows the secret.
    /// - Returns: The exit status.
    package static func run(_ program: (_ secret: inout String?) async throws -> Void) async -> ExitStatus {
        var secret: String?
        do {
            try await program(&secret)
            return .success
        } catch {
            return .report(error, redacting: secret)
        }
    }

    /// Prints an error to standard error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - secret: The text to redact. Defaults to `nil`.
    /// - Returns: The exit status for the error.
    package static func report(_ error: any Error, redacting secret: String? = nil) -> ExitStatus {
        switch error {
        case let error as UsageError:
            Output.note("\(error.message)\nRun '\(Output.program) --help' for usage.")
            return .usageError
        case let error as Output.Failure where error.isClosedPipe:
            // The reader of standard output closed the pipe, which is not an error of the script.
            return .success
        default:
            Output.note("\(error)", redacting: secret)
            return .failure
        }
    }
}
