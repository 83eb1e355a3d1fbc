internal import RillHTTP

/// Texts with marks in the place of secrets.
enum RedactedText {
    /// Whether a text is the recorded one; a mark in that stands for anything.
    static func fits(_ recorded: String, _ asked: String) -> Bool {
        guard recorded != asked else { return true }
        let pieces = recorded.split(separator: Redactor.mark, omittingEmptySubsequences: false)
        guard pieces.count > 1, asked.hasPrefix(pieces[0]) else { return false }
        var rest = asked[...].dropFirst(pieces[0].count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(pieces[pieces.count - 1])
    }
}
