internal import Rill

/// The events of a stream, written as a string of characters: `"-a--(bc)-|"`.
///
/// | Character | Meaning |
/// | --- | --- |
/// | `-` | one tick passes |
/// | `\|` | completes |
/// | `#` | fails with an error |
/// | `(ab)` | several events in one tick, in this order |
/// | `^` `!` | subscribe and dispose, see ``SubscriptionSpan``; not allowed in event diagrams |
/// | space | ignored; for alignment |
/// | any other | an element: looked up in a dictionary, or, for strings without a dictionary, the character itself |
///
/// The first character is tick 0, and each character takes one tick, including events. A group takes one tick in total;
/// in rxjs, `(ab)` takes four.
public struct MarbleDiagram<Element: Sendable>: Sendable {
    /// The text of the diagram.
    public let text: String

    /// The events, in order.
    public let events: [Recorded<Element>]

    /// The elements that characters represent.
    private let values: [Character: Element]

    /// Parses a diagram.
    ///
    /// - Parameters:
    ///   - text: The diagram.
    ///   - values: The elements that the characters of the diagram represent. Unused entries are allowed. In a diagram of
    ///     strings without values, each character is an element.
    ///   - error: The error represented by `#`.
    /// - Throws: ``MarbleError`` if the diagram is invalid.
    @_disfavoredOverload  // a diagram without `values:` has strings, unless the context requires another type
    public init(
        _ text: String, values: [Character: Element] = [:], error: any Error = TestError()
    ) throws(MarbleError) {
        let areElements = values.isEmpty && Element.self == String.self
        var events: [Recorded<Element>] = []
        for mark in try MarbleScanner.scan(text, ends: .completed, .error) {
            let event: Event<Element>
            switch MarbleSymbol(rawValue: mark.character) {
            case .completed:
                event = .completed
            case .error:
                event = .error(error)
            case .some:
                let reason = "'\(mark.character)' is only allowed in subscription diagrams"
                throw MarbleError(text, column: mark.column, reason)
            case nil:
                let character = mark.character
                guard let value = areElements ? String(character) as? Element : values[character] else {
                    throw MarbleError(text, column: mark.column, Self.reason(for: character, known: values))
                }
                event = .next(value)
            }
            events.append(Recorded(at: TestTime(tick: mark.tick), event))
        }
        self.text = text
        self.events = events
        self.values = values
    }

    /// Parses a diagram in which each character is an element.
    ///
    /// - Parameters:
    ///   - text: The diagram.
    ///   - error: The error represented by `#`.
    /// - Throws: ``MarbleError`` if the diagram is invalid.
    public init(_ text: String, error: any Error = TestError()) throws(MarbleError) where Element == String {
        try self.init(text, values: [:], error: error)
    }

    /// The characters that represent elements, with the characters that occur in the diagram first.
    var names: [(character: Character, value: Element)] {
        let used = Set(text)
        return values.map { (character: $0.key, value: $0.value) }.sorted { one, other in
            let areUsed = (used.contains(one.character), used.contains(other.character))
            return areUsed.0 == areUsed.1 ? one.character < other.character : areUsed.0
        }
    }

    package static func reason(for character: Character, known: [Character: Element]) -> String {
        let keys = known.keys.sorted().map { "'\($0)'" }
        return keys.isEmpty
            ? "no value for '\(character)': the diagram has no values"
            : "no value for '\(character)'; known values: \(keys.joined(separator: ", "))"
    }
}
