/// The characters that mean something in a marble diagram; every other character is a value.
package enum MarbleSymbol: Character, CaseIterable {
    /// One tick passes.
    case tick = "-"
    /// The stream completes.
    case completed = "|"
    /// The stream fails.
    case error = "#"
    /// Someone subscribes.
    case subscribe = "^"
    /// The subscription is disposed, or ends.
    case dispose = "!"
    /// What follows happens in one tick…
    case groupStart = "("
    /// … up to here.
    case groupEnd = ")"

    /// Spaces and line breaks take no time and mean nothing; they are for lining diagrams up.
    package static func isIgnored(_ character: Character) -> Bool {
        character.isWhitespace
    }
}
