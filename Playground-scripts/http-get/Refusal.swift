import RillHTTP
import ScriptSupport

/// An answer with a status of 400 or more.
enum Refusal {
    /// Tells the user why the program cannot go on.
    static func telling(_ error: any Error) -> ExitStatus {
        guard let error = error as? APIError, error.stage == .status else { return .telling(error) }
        let text = "\(error)"
        // Its text has the body on one line, and that cut if it is long.
        let line = error.bodyPrefix.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        Output.note(text.contains(line) ? text : "\(text)\n\(error.bodyPrefix)")
        return .refused
    }
}
