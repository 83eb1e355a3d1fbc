/// One page of search results, with the total count and the rate limit.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search>, read 2026-11-21.
public struct SearchPage<Item: Sendable>: Sendable {
    /// The total number of results, of which GitHub returns at most the first 1,000 (JSON key: `total_count`).
    public var totalCount: Int

    /// Whether the search timed out on the server, so results may be missing (JSON key: `incomplete_results`).
    public var isIncomplete: Bool

    /// The results on the page.
    ///
    /// Empty if the page is after the last one.
    public var items: [Item]

    /// The rate limit after the request, or `nil` if the response has no rate limit header fields.
    public var rateLimit: GitHubRateLimit?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - totalCount: The total number of results.
    ///   - isIncomplete: Whether results may be missing. Defaults to `false`.
    ///   - items: The results on the page.
    ///   - rateLimit: The rate limit after the request.
    public init(totalCount: Int, isIncomplete: Bool = false, items: [Item], rateLimit: GitHubRateLimit? = nil) {
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

    /// Decodes the body of a response.
    ///
    /// The rate limit is not part of the body and remains `nil`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        totalCount = try container.decode(Int.self, forKey: .totalCount)
        isIncomplete = try container.decodeIfPresent(Bool.self, forKey: .isIncomplete) ?? false
        items = try container.decode([Item].self, forKey: .items)
    }
}
