/// One page of a list, with the rate limit.
public struct ListPage<Item: Sendable>: Sendable {
    /// The elements of the page.
    ///
    /// Empty if the page is after the last one.
    public var items: [Item]

    /// The rate limit after the request, or `nil` if the response has no rate limit header fields.
    public var rateLimit: GitHubRateLimit?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: The elements of the page.
    ///   - rateLimit: The rate limit after the request.
    public init(items: [Item], rateLimit: GitHubRateLimit? = nil) {
        self.items = items
        self.rateLimit = rateLimit
    }
}

extension ListPage: Equatable where Item: Equatable {}
extension ListPage: Hashable where Item: Hashable {}
