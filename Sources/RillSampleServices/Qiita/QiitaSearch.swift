/// A search query: words in the title, `tag:Swift`, `user:name`, `stocks:>10`, and `created:>=2026-01-01`.
struct QiitaSearch: Sendable {
    private typealias Term = @Sendable (_ item: QiitaItem, _ stocks: Int) -> Bool

    private let terms: [Term]

    /// Parses a query, or returns `nil` if it contains an unknown term.
    init?(_ text: String) {
        let terms = text.split(separator: " ").map { Self.term($0) }
        guard !terms.contains(where: { $0 == nil }) else { return nil }
        self.terms = terms.compactMap(\.self)
    }

    private static func term(_ text: Substring) -> Term? {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else {
            if text.contains(":") { return nil }
            let word = text.lowercased()
            return { item, _ in item.title.lowercased().contains(word) }
        }
        let value = String(parts[1])
        switch parts[0] {
        case "tag": return { item, _ in item.tags.contains { $0.name == value } }
        case "user": return { item, _ in item.userID == value }
        case "stocks":
            guard value.hasPrefix(">"), let count = Int(value.dropFirst()) else { return nil }
            return { _, stocks in stocks > count }
        case "created":
            guard value.wholeMatch(of: />=\d{4}-\d{2}-\d{2}/) != nil else { return nil }
            // Days in the time zone of Qiita, in a format in which they sort like the dates.
            return { item, _ in item.created.qiitaText.prefix(10) >= value.dropFirst(2) }
        default: return nil
        }
    }

    func matches(_ item: QiitaItem, stocks: Int) -> Bool { terms.allSatisfy { $0(item, stocks) } }
}
