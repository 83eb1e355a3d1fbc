/// The parsed text of a search: words, and qualifiers such as `language:swift`.
///
/// `AND` is ignored. Quotation marks group words and are removed.
struct GitHubSearchText: Sendable {
    /// A condition on a property, which can be negated.
    struct Qualifier: Sendable {
        let name: String
        let value: String
        let isNegated: Bool
    }

    /// The lowercase words, all of which must occur.
    private(set) var words: [String] = []
    private(set) var qualifiers: [Qualifier] = []

    /// The operator or the qualifier of GitHub that the sample server does not implement, or `nil` if there is none.
    private(set) var unimplementedPart: String?

    /// The qualifiers of the searches that the sample server supports
    /// (<https://docs.github.com/search-github/searching-on-github>, read 2026-11-27).
    private static let documented: Set<String> = [
        "archived", "assignee", "author", "base", "closed", "commenter", "comments", "created", "draft", "followers",
        "fork", "forks", "fullname", "good-first-issues", "has", "head", "help-wanted-issues", "in", "interactions",
        "involves", "is", "label", "language", "license", "linked", "location", "mentions", "merged", "milestone",
        "mirror", "no", "org", "project", "pushed", "reactions", "reason", "repo", "repos", "review",
        "review-requested", "reviewed-by", "size", "stars", "state", "status", "team", "team-review-requested",
        "template", "topic", "topics", "type", "updated", "user", "user-review-requested",
    ]

    /// Parses a search text.
    ///
    /// Qualifiers that GitHub does not know are treated as words.
    init(_ text: String, qualifiers names: Set<String>) {
        for var part in Self.parts(of: text) {
            let isNegated = part.hasPrefix("-") && part.contains(":")
            if isNegated { part.removeFirst() }
            let pair = part.split(separator: ":", maxSplits: 1).map(String.init)
            if pair.count == 2, names.contains(pair[0].lowercased()) {
                qualifiers.append(
                    Qualifier(name: pair[0].lowercased(), value: pair[1].lowercased(), isNegated: isNegated))
            } else if ["OR", "NOT"].contains(part) || pair.count == 2 && Self.documented.contains(pair[0].lowercased())
            {
                unimplementedPart = unimplementedPart ?? part
            } else if part != "AND" {
                words.append(part.lowercased())
            }
        }
    }

    func values(of name: String) -> [String] { qualifiers.filter { $0.name == name }.map(\.value) }

    /// Returns whether all words occur in a text.
    func matches(words text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Returns whether all qualifiers match.
    func matches(_ predicate: (Qualifier) -> Bool) -> Bool { qualifiers.allSatisfy { predicate($0) != $0.isNegated } }

    /// Splits a text at whitespace outside quotation marks, and removes the quotation marks.
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

    /// Returns whether a number matches `10`, `>10`, `>=10`, `<10`, `<=10`, `10..20`, `10..*`, or `*..20`.
    static func number(_ number: Int, matches range: String) -> Bool {
        let comparisons: [(sign: String, compare: (Int, Int) -> Bool)] = [(">=", >=), (">", >), ("<=", <=), ("<", <)]
        for (sign, compare) in comparisons where range.hasPrefix(sign) {
            return Int(range.dropFirst(sign.count)).map { compare(number, $0) } ?? false
        }
        guard let dots = range.firstRange(of: "..") else { return Int(range) == number }
        let (low, high) = (range[..<dots.lowerBound], range[dots.upperBound...])
        let isHighEnough = low == "*" || Int(low).map { number >= $0 } == true
        let isLowEnough = high == "*" || Int(high).map { number <= $0 } == true
        return isHighEnough && isLowEnough
    }
}
