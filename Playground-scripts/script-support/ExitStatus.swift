/// How a program ends, unless a signal ends it: see ``Interruption``.
package enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    /// The server has said no; the number is that of `curl --fail`.
    case refused = 22
    case wrongUsage = 64

    /// Runs a program, and tells the user why it cannot go on if it fails.
    ///
    /// - Parameter program: The program; it sets what must not be shown as soon as it knows that.
    /// - Returns: How it ends.
    package static func of(_ program: (_ secret: inout String?) async throws -> Void) async -> ExitStatus {
        var secret: String?
        do {
            try await program(&secret)
            return .done
        } catch {
            return .telling(error, hiding: secret)
        }
    }

    /// Tells the user why the program cannot go on.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - secret: What must not be shown.
    /// - Returns: How the program ends.
    package static func telling(_ error: any Error, hiding secret: String? = nil) -> ExitStatus {
        switch error {
        case let error as UsageError:
            Output.note("\(error.message)\n\(Output.program) --help tells what there is.")
            return .wrongUsage
        case let error as Output.Failure where error.isClosedPipe:
            // Whoever reads has seen enough.
            return .done
        default:
            Output.note("\(error)", hiding: secret)
            return .failed
        }
    }
}
