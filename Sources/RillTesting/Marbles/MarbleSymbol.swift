/// The reserved characters of marble diagrams; every other character is an element.
package enum MarbleSymbol: Character, CaseIterable {
    /// One tick passes.
    case tick = "-"
    /// The stream completes.
    case completed = "|"
    /// The stream fails.
    case error = "#"
    /// A subscription starts.
    case subscribe = "^"
    /// The subscription is disposed or terminates.
    case dispose = "!"
    /// Starts a group of events in one tick.
    case groupStart = "("
    /// Ends a group.
    case groupEnd = ")"

    /// Returns whether a character is whitespace, which is ignored because it serves only for alignment.
    package static func isIgnored(_ character: Character) -> Bool {
        character.isWhitespace
    }
}
