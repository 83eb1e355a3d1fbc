/// One page of a list, and what GitHub says about it.
public struct ListPage<Item: Sendable>: Sendable {
    /// What is on the page; empty behind the last one.
    public var items: [Item]

    /// How many more requests are allowed; nil if GitHub does not say.
    public var rateLimit: RateLimit?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: What is on the page.
    ///   - rateLimit: How many more requests are allowed.
    public init(items: [Item], rateLimit: RateLimit? = nil) {
        self.items = items
        self.rateLimit = rateLimit
    }
}

extension ListPage: Equatable where Item: Equatable {}
extension ListPage: Hashable where Item: Hashable {}
