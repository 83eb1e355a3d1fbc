internal import RillHTTP

/// Comparison with texts that contain redaction markers.
enum RedactedText {
    /// Returns whether a text matches a recorded text in which each marker matches any string.
    static func matches(_ recorded: String, _ requested: String) -> Bool {
        guard recorded != requested else { return true }
        let parts = recorded.split(separator: Redactor.mark, omittingEmptySubsequences: false)
        guard parts.count > 1, requested.hasPrefix(parts[0]) else { return false }
        var rest = requested[...].dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}
