/// One page of the list of tags, and what Qiita says about the list.
public struct TagPage: Sendable, Hashable {
    /// The tags; empty behind the last page.
    public var tags: [Tag]

    /// Which page this is, 1 to 100.
    public var number: Int

    /// The number of the next page; nil if this is the last one, or the hundredth, behind which there is none to be had.
    public var nextNumber: Int?

    /// How many tags there are in all, from the header field `Total-Count`; nil if it is missing.
    public var totalCount: Int?

    /// How many more requests are allowed; nil if Qiita does not say.
    public var rateLimit: RateLimit?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - tags: The tags.
    ///   - number: Which page this is.
    ///   - nextNumber: The number of the next page; nil if there is none.
    ///   - totalCount: How many tags there are in all.
    ///   - rateLimit: How many more requests are allowed.
    public init(
        tags: [Tag], number: Int, nextNumber: Int? = nil, totalCount: Int? = nil, rateLimit: RateLimit? = nil
    ) {
        self.tags = tags
        self.number = number
        self.nextNumber = nextNumber
        self.totalCount = totalCount
        self.rateLimit = rateLimit
    }
}
