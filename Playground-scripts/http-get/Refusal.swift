import RillHTTP
import RillScriptSupport

/// An answer with a status of 400 or more.
enum Refusal {
    /// Tells the user why the program cannot go on.
    static func telling(_ error: any Error) -> ExitStatus {
        guard let error = error as? APIError, error.stage == .status else { return .telling(error) }
        var text = "\(error)"
        let line = error.bodyPrefix.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // Its text has the body on one line, and that cut if it is long: then it stands below as it is, and there alone.
        if !text.contains(line) {
            if let start = text.firstRange(of: ": \(line.prefix(100))")?.lowerBound {
                text.removeSubrange(start..<(text[start...].firstIndex(of: "\n") ?? text.endIndex))
            }
            text += "\n\(error.bodyPrefix)"
        }
        Output.note(text)
        return .refused
    }
}
