/// All primary rate limits, by what they count.
///
/// - SeeAlso: <https://docs.github.com/rest/rate-limit/rate-limit>, read 2026-11-21.
public struct RateLimits: Sendable, Hashable {
    /// The limits: `core`, `search`, `code_search`, `graphql` and others.
    public var resources: [String: RateLimit]

    /// Creates the rate limits.
    ///
    /// - Parameter resources: The limits, by what they count.
    public init(resources: [String: RateLimit]) {
        self.resources = resources
    }

    /// The limit of most requests; nil if GitHub does not tell it.
    public var core: RateLimit? { resources["core"] }

    /// The limit of searches, except for code; nil if GitHub does not tell it.
    public var search: RateLimit? { resources["search"] }
}

extension RateLimits: Codable {
    private enum CodingKeys: String, CodingKey {
        case resources
    }

    /// Reads the limits, and notes in each what it counts.
    ///
    /// The key `rate`, which newer versions lack, is not looked at.
    ///
    /// - Parameter decoder: Holds the object.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        resources = try container.decode([String: RateLimit].self, forKey: .resources)
        for name in resources.keys { resources[name]?.resource = name }
    }
}
