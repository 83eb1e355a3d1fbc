// Sends an HTTP request and writes the response body. See `swift run http-get --help`.
import RillHTTP
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "http-get", "Sends an HTTP request and writes the response body to standard output as it arrives.",
    discussion: """
        Without a URL, http-get uses a sample server inside its own process, which requires no account and no \
        network.

        Follows up to 10 redirects. On a terminal, --output and --repeat show their progress, and the output is \
        colored unless NO_COLOR is set. Notices and errors are written to standard error.

        Exit status: 0 success, 1 failure or a failed request with --repeat, 22 response status 400 or above, which prints the \
        first KiB of a text body to standard error with secrets redacted, 64 invalid usage, 130 interrupted, 128+N terminated \
        by signal N.
        """)
let arguments = Arguments(&command)
await command.run {
    do {
        try await Session.run(arguments)
    } catch let error as APIError where error.stage == .status {
        ErrorReport.write(error)
        throw ExitCode.httpError
    }
}

extension ExitCode {
    /// The server responded with an error status, as for `curl --fail`.
    static let httpError = ExitCode(rawValue: 22)
}
