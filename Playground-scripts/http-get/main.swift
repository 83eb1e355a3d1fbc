// Sends an HTTP request and writes the response body. See `swift run http-get --help`.
import RillHTTP
import RillScript

printActiveSubscriptionsOnSignal()
await command.main { reader in
    do {
        try await Session.run(try Arguments(from: &reader))
    } catch let error as APIError where error.stage == .status {
        ErrorReport.write(error)
        throw ExitCode.httpError
    }
}

extension ExitCode {
    /// The server responded with an error status, as for `curl --fail`.
    static let httpError = ExitCode(rawValue: 22)
}
