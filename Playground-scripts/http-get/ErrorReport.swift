import RillHTTP
import RillScript

/// Prints the errors that end the script.
enum ErrorReport {
    /// Prints an error to standard error, with the response body for an error status.
    ///
    /// Returns the exit status for the error.
    static func report(_ error: any Error) -> ExitStatus {
        guard let error = error as? APIError, error.stage == .status else { return .report(error) }
        var text = "\(error)"
        let line = error.bodyPrefix.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // The description contains the body as one line, truncated if it is long. A truncated body is removed from the
        // description and printed below with its line feeds.
        if !text.contains(line) {
            if let start = text.firstRange(of: ": \(line.prefix(100))")?.lowerBound {
                text.removeSubrange(start..<(text[start...].firstIndex(of: "\n") ?? text.endIndex))
            }
            text += "\n\(error.bodyPrefix)"
        }
        Output.note(text)
        return .httpError
    }
}
