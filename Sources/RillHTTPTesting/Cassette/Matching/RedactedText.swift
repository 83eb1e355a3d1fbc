internal import RillHTTP

/// Comparison with texts that contain redaction markers.
enum RedactedText {
    private static let mark = Array(Redactor.mark.utf8)

    /// Returns whether a text matches a recorded text in which each marker matches any string.
    ///
    /// The bytes are compared, because a server distinguishes texts that are canonically equivalent.
    static func matches(_ recorded: String, _ requested: String) -> Bool {
        guard !isEqual(recorded, requested) else { return true }
        let parts = Array(recorded.utf8).split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
        var rest = Array(requested.utf8)[...]
        guard rest.starts(with: first) else { return false }
        rest = rest.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.suffix(last.count) == last
    }

    /// Returns whether two texts have the same bytes.
    static func isEqual(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }
}
