import RillHTTP
import RillScript

/// Prints the errors of responses.
enum ErrorReport {
    /// Prints the error for a status to standard error, with the response body.
    static func write(_ error: APIError) {
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
    }
}
