/// Assigns a character to each drawn element, and keeps the assignments.
struct MarbleNames<Element: Sendable> {
    private let given: [(character: Character, value: Element)]
    private let isSame: (Element, Element) -> Bool
    private var used: [(character: Character, value: Element)] = []

    /// Creates an instance with no assignments.
    ///
    /// - Parameters:
    ///   - given: The characters chosen by the test. An element gets the first character whose value matches it.
    ///   - isSame: A closure that returns whether two elements share a character.
    init(given: [(character: Character, value: Element)] = [], isSame: @escaping (Element, Element) -> Bool) {
        self.given = given
        self.isSame = isSame
    }

    /// The characters with their elements: the assigned characters, followed by the test's.
    var assigned: [(character: Character, value: Element)] { used + given }

    /// Returns the character for an element: the given one, the element itself if its description is one character, or
    /// an unused letter.
    ///
    /// - Returns: The character, or `nil` if all letters are used.
    mutating func character(for value: Element) -> Character? {
        if let name = used.first(where: { isSame($0.value, value) }) { return name.character }
        let known = given.first { isSame($0.value, value) }?.character
        guard let character = known ?? ownCharacter(of: value) ?? Self.letters.first(where: isFree) else { return nil }
        used.append((character, value))
        return character
    }

    /// Returns a legend of the assigned characters, omitting elements that are drawn as themselves.
    ///
    /// A legend of at most 100 characters takes one line.
    ///
    /// - Parameter errors: The errors represented by `#`: the expected and the actual error, or only the actual error.
    /// - Returns: The lines.
    func legend(errors: [(any Error)?]) -> [String] {
        let names = used.compactMap { name in
            String(describing: name.value) == String(name.character)
                ? nil : "\(name.character) = \(describe(name.value))"
        }
        let entries = names + Self.errorLegend(errors.compactMap { $0 })
        let line = entries.joined(separator: ", ")
        return line.count <= 100 ? [line].filter { !$0.isEmpty } : entries
    }

    private static func errorLegend(_ errors: [any Error]) -> [String] {
        guard let first = errors.first, let last = errors.last else { return [] }
        let symbol = MarbleSymbol.error.rawValue
        if !areSame(first, last) {
            return ["\(symbol) = \(describe(error: first)) expected, \(describe(error: last)) actual"]
        }
        return areSame(first, TestError()) ? [] : ["\(symbol) = \(describe(error: first))"]
    }

    private func ownCharacter(of value: Element) -> Character? {
        let text = String(describing: value)
        guard text.count == 1, let character = text.first, isFree(character) else { return nil }
        return MarbleSymbol(rawValue: character) == nil && !MarbleSymbol.isIgnored(character) ? character : nil
    }

    private func isFree(_ character: Character) -> Bool {
        !given.contains { $0.character == character } && !used.contains { $0.character == character }
    }

    private static var letters: String { "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" }
}
