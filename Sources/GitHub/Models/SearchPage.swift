/// One page of what a search has found, and what GitHub says about the search.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search>, read 2026-11-21.
public struct SearchPage<Item: Sendable>: Sendable {
    /// How many there are in all, more perhaps than can be had: GitHub gives out the first 1,000; the key `total_count`.
    public var totalCount: Int

    /// Whether the search took too long, so that some may be missing; the key `incomplete_results`.
    public var isIncomplete: Bool

    /// What was found; empty behind the last page.
    public var items: [Item]

    /// How many more searches are allowed; nil if GitHub does not say.
    public var rateLimit: RateLimit?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - totalCount: How many there are in all.
    ///   - isIncomplete: Whether some may be missing.
    ///   - items: What was found.
    ///   - rateLimit: How many more searches are allowed.
    public init(totalCount: Int, isIncomplete: Bool = false, items: [Item], rateLimit: RateLimit? = nil) {
        self.totalCount = totalCount
        self.isIncomplete = isIncomplete
        self.items = items
        self.rateLimit = rateLimit
    }
}

extension SearchPage: Equatable where Item: Equatable {}
extension SearchPage: Hashable where Item: Hashable {}

extension SearchPage: Decodable where Item: Decodable {
    private enum CodingKeys: String, CodingKey {
        case totalCount = "total_count"
        case isIncomplete = "incomplete_results"
        case items
    }

    /// Reads the body of an answer, which does not tell the rate limit.
    ///
    /// - Parameter decoder: Holds the object.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        totalCount = try container.decode(Int.self, forKey: .totalCount)
        isIncomplete = try container.decodeIfPresent(Bool.self, forKey: .isIncomplete) ?? false
        items = try container.decode([Item].self, forKey: .items)
    }
}
