/// A deterministic pseudorandom number generator.
struct GitHubDice: Sendable {
    private var state: UInt64

    /// Creates a generator with a string as the seed.
    init(_ text: String) {
        state = text.utf8.fingerprint
    }

    /// Returns a number from 0 to `count - 1`.
    mutating func roll(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(count))
    }

    /// Returns a pseudorandom element.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
