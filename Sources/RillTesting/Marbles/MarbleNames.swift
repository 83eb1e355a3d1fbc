/// Finds a character for each value that is to be drawn, and remembers which stands for what.
struct MarbleNames<Element: Sendable> {
    private let given: [(character: Character, value: Element)]
    private let isSame: (Element, Element) -> Bool
    private var used: [(character: Character, value: Element)] = []

    /// Starts with nothing drawn.
    ///
    /// - Parameters:
    ///   - given: Characters that the test has chosen; the first that fits a value is taken.
    ///   - isSame: Whether two values can share a character.
    init(given: [(character: Character, value: Element)] = [], isSame: @escaping (Element, Element) -> Bool) {
        self.given = given
        self.isSame = isSame
    }

    /// The character for a value: the given one, the value itself if it is written as one character, or a free letter.
    ///
    /// - Returns: Nil when the letters have run out.
    mutating func character(for value: Element) -> Character? {
        if let name = used.first(where: { isSame($0.value, value) }) { return name.character }
        let known = given.first { isSame($0.value, value) }?.character
        guard let character = known ?? ownCharacter(of: value) ?? Self.letters.first(where: isFree) else { return nil }
        used.append((character, value))
        return character
    }

    /// What the characters stand for, except for those that stand for themselves; one line if it is not too long.
    ///
    /// - Parameter errors: What `#` stands for: as expected and as it came, or only the latter.
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
        if !areSame(first, last) { return ["\(symbol) = \(describe(first)) expected, \(describe(last)) actual"] }
        return areSame(first, TestError()) ? [] : ["\(symbol) = \(describe(first))"]
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
