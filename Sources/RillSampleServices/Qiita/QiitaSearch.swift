/// A search query: words in the title, `tag:Swift`, `user:name`, `stocks:>10`, and `created:>=2026-01-01`.
struct QiitaSearch: Sendable, Hashable {
    private enum Term: Hashable {
        case word(String)
        case tag(String)
        case user(String)
        /// More stocks than a number.
        case stocks(Int)
        /// Created on a day, in the time zone of Qiita, or later.
        case created(String)
    }

    private let terms: [Term]

    /// Parses a query, or returns `nil` if it contains an unknown term.
    init?(_ text: String) {
        var terms: [Term] = []
        for part in text.split(separator: " ") {
            guard let term = Self.term(part) else { return nil }
            terms.append(term)
        }
        self.terms = terms
    }

    private static func term(_ text: Substring) -> Term? {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return text.contains(":") ? nil : .word(text.lowercased()) }
        let value = String(parts[1])
        switch parts[0] {
        case "tag": return .tag(value)
        case "user": return .user(value)
        case "stocks":
            guard value.hasPrefix(">"), let count = Int(value.dropFirst()) else { return nil }
            return .stocks(count)
        case "created":
            guard value.wholeMatch(of: />=\d{4}-\d{2}-\d{2}/) != nil else { return nil }
            return .created(String(value.dropFirst(2)))
        default: return nil
        }
    }

    func matches(_ item: QiitaItem, stocks: Int) -> Bool {
        terms.allSatisfy { term in
            switch term {
            case .word(let word): item.title.lowercased().contains(word)
            case .tag(let name): item.tags.contains { $0.name == name }
            case .user(let id): item.userID == id
            case .stocks(let count): stocks > count
            // Days in this format sort like the dates.
            case .created(let day): item.created.qiitaText.prefix(10) >= day
            }
        }
    }
}
