/// One page of a list, with the total count and the rate limit.
public struct ListPage<Element: Sendable>: Sendable {
    /// The elements of the page.
    ///
    /// Empty after the last page.
    public var elements: [Element]

    /// The page number, 1 to 100.
    public var number: Int

    /// The number of the next page, or `nil` if this is the last page or page 100, the maximum of the API.
    public var nextNumber: Int?

    /// The total number of elements, from the header field `Total-Count`, or `nil` if the response omits it.
    public var totalCount: Int?

    /// The rate limit after the request, or `nil` if the response has no rate limit header fields.
    public var rateLimit: QiitaRateLimit?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - elements: The elements of the page.
    ///   - number: The page number.
    ///   - nextNumber: The number of the next page. `nil` for the last page.
    ///   - totalCount: The total number of elements.
    ///   - rateLimit: The rate limit after the request.
    public init(
        elements: [Element], number: Int, nextNumber: Int? = nil, totalCount: Int? = nil,
        rateLimit: QiitaRateLimit? = nil
    ) {
        self.elements = elements
        self.number = number
        self.nextNumber = nextNumber
        self.totalCount = totalCount
        self.rateLimit = rateLimit
    }
}

extension ListPage: Equatable where Element: Equatable {}
extension ListPage: Hashable where Element: Hashable {}
