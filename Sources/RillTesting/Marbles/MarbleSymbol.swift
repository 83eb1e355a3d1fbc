/// The reserved characters of marble diagrams; every other character is an element.
package enum MarbleSymbol: Character {
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

    /// Creates the symbol for a character, or returns `nil` if the character is not reserved.
    package init?(rawValue character: Character) {
        // Faster than comparing the characters.
        switch character.asciiValue {
        case UInt8(ascii: "-"): self = .tick
        case UInt8(ascii: "|"): self = .completed
        case UInt8(ascii: "#"): self = .error
        case UInt8(ascii: "^"): self = .subscribe
        case UInt8(ascii: "!"): self = .dispose
        case UInt8(ascii: "("): self = .groupStart
        case UInt8(ascii: ")"): self = .groupEnd
        default: return nil
        }
    }

    /// Returns whether a character is whitespace, which is ignored because it serves only for alignment.
    package static func isIgnored(_ character: Character) -> Bool {
        character.isWhitespace
    }
}
