/// The text of a search, taken apart: words, and qualifiers such as `language:swift`.
///
/// `AND` is understood; `OR` and `NOT` are words like others here, and nothing stands in quotes.
struct GitHubSearchText: Sendable {
    /// What something has to have, or must not have.
    struct Qualifier: Sendable {
        let name: String
        let value: String
        let isNegated: Bool
    }

    /// Words in lower case; all of them have to occur.
    private(set) var words: [String] = []
    private(set) var qualifiers: [Qualifier] = []

    /// Takes a text apart; what looks like a qualifier and is none of those named is a word.
    init(_ text: String, qualifiers names: Set<String>) {
        for var part in Self.parts(of: text) {
            let isNegated = part.hasPrefix("-") && part.contains(":")
            if isNegated { part.removeFirst() }
            let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
            if pair.count == 2, names.contains(pair[0].lowercased()) {
                qualifiers.append(
                    Qualifier(name: pair[0].lowercased(), value: pair[1].lowercased(), isNegated: isNegated))
            } else if part != "AND" {
                words.append(part.lowercased())
            }
        }
    }

    func values(of name: String) -> [String] { qualifiers.filter { $0.name == name }.map(\.value) }

    /// Whether all words occur in a text.
    func fits(words text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Whether all qualifiers hold.
    func fits(_ holds: (Qualifier) -> Bool) -> Bool {
        qualifiers.allSatisfy { holds($0) != $0.isNegated }
    }

    /// Splits at spaces that do not stand in quotes, which are taken off.
    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
            } else if character.isWhitespace, !isQuoted {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        return (parts + [part]).filter { !$0.isEmpty }
    }

    /// Whether a number fits `10`, `>10`, `>=10`, `<10`, `<=10`, `10..20`, `10..*` or `*..20`.
    static func number(_ number: Int, fits range: String) -> Bool {
        let comparisons: [(sign: String, holds: (Int, Int) -> Bool)] = [(">=", >=), (">", >), ("<=", <=), ("<", <)]
        for (sign, holds) in comparisons where range.hasPrefix(sign) {
            return Int(range.dropFirst(sign.count)).map { holds(number, $0) } ?? false
        }
        guard let dots = range.firstRange(of: "..") else { return Int(range) == number }
        let (low, high) = (range[..<dots.lowerBound], range[dots.upperBound...])
        let isHighEnough = low == "*" || Int(low).map { number >= $0 } == true
        let isLowEnough = high == "*" || Int(high).map { number <= $0 } == true
        return isHighEnough && isLowEnough
    }
}
