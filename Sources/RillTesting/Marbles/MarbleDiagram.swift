internal import Rill

/// The events of a stream, drawn as a line of characters: `"-a--(bc)-|"`.
///
/// | Character | Meaning |
/// | --- | --- |
/// | `-` | one tick passes |
/// | `\|` | completed |
/// | `#` | an error |
/// | `(ab)` | all of these in one tick, in this order |
/// | `^` `!` | subscribe and dispose, see ``SubscriptionSpan``; not among events |
/// | space | nothing; for lining diagrams up |
/// | any other | a value, looked up in a dictionary; without one, for strings, the character itself |
///
/// The first character stands at tick 0, and every character takes one tick, also an event. A group takes one tick as a
/// whole, unlike that of rxjs, where `(ab)` takes four.
public struct MarbleDiagram<Element: Sendable>: Sendable {
    /// The diagram as it was written.
    public let text: String

    /// What it says: the events, in order.
    public let events: [Recorded<Element>]

    /// Characters for values, those first that the diagram itself uses.
    let names: [(character: Character, value: Element)]

    /// Reads a diagram.
    ///
    /// - Parameters:
    ///   - text: The diagram.
    ///   - values: What its characters stand for; may have more than are used.
    ///   - error: What `#` stands for.
    /// - Throws: What is wrong with the diagram, and where.
    public init(
        _ text: String, values: [Character: Element] = [:], error: any Error = TestError()
    ) throws(MarbleError) {
        try self.init(text, error: error, known: values) { values[$0] }
    }

    /// Reads a diagram in which each character is a value as it stands.
    ///
    /// - Parameters:
    ///   - text: The diagram.
    ///   - error: What `#` stands for.
    /// - Throws: What is wrong with the diagram, and where.
    public init(_ text: String, error: any Error = TestError()) throws(MarbleError) where Element == String {
        try self.init(text, error: error, known: [:]) { String($0) }
    }

    private init(
        _ text: String, error: any Error, known: [Character: Element], value: (Character) -> Element?
    ) throws(MarbleError) {
        var events: [Recorded<Element>] = []
        var used: Set<Character> = []
        for mark in try MarbleScanner.scan(text, ends: .completed, .error) {
            let event: Event<Element>
            switch MarbleSymbol(rawValue: mark.character) {
            case .completed:
                event = .completed
            case .error:
                event = .error(error)
            case .some:
                let reason = "'\(mark.character)' belongs in a subscription diagram, not among events"
                throw MarbleError(text, column: mark.column, reason)
            case nil:
                guard let value = value(mark.character) else {
                    throw MarbleError(text, column: mark.column, Self.reason(for: mark.character, known: known))
                }
                used.insert(mark.character)
                event = .next(value)
            }
            events.append(Recorded(at: TestTime(tick: mark.tick), event))
        }
        self.text = text
        self.events = events
        names = known.map { (character: $0.key, value: $0.value) }.sorted { one, other in
            let areUsed = (used.contains(one.character), used.contains(other.character))
            return areUsed.0 == areUsed.1 ? one.character < other.character : areUsed.0
        }
    }

    package static func reason(for character: Character, known: [Character: Element]) -> String {
        let keys = known.keys.sorted().map { "'\($0)'" }
        return keys.isEmpty
            ? "no value is given for '\(character)', as there are no values"
            : "no value is given for '\(character)'; there are values for \(keys.joined(separator: ", "))"
    }
}
