/// All primary rate limits, by resource.
///
/// - SeeAlso: <https://docs.github.com/rest/rate-limit/rate-limit>, read 2026-11-21.
public struct RateLimits: Sendable, Hashable {
    /// The rate limits by resource: `core`, `search`, `code_search`, `graphql` and others.
    public var resources: [String: GitHubRateLimit]

    /// Creates the rate limits.
    ///
    /// - Parameter resources: The rate limits by resource.
    public init(resources: [String: GitHubRateLimit]) {
        self.resources = resources
    }

    /// The rate limit of most requests, or `nil` if the response omits it.
    public var core: GitHubRateLimit? { resources["core"] }

    /// The rate limit of searches, except code search, or `nil` if the response omits it.
    public var search: GitHubRateLimit? { resources["search"] }
}

extension RateLimits: Codable {
    private enum CodingKeys: String, CodingKey {
        case resources
    }

    private enum OlderKeys: String, CodingKey {
        case rate
    }

    /// Decodes the rate limits and sets the resource of each.
    ///
    /// The key `rate` is the limit of the resource `core` in responses of older servers, which omit `resources`. Newer API
    /// versions omit `rate`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let older = try decoder.container(keyedBy: OlderKeys.self)
        if !container.contains(.resources), older.contains(.rate) {
            resources = ["core": try older.decode(GitHubRateLimit.self, forKey: .rate)]
        } else {
            resources = try container.decode([String: GitHubRateLimit].self, forKey: .resources)
        }
        for name in resources.keys { resources[name]?.resource = name }
    }
}
