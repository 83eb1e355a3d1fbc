public import RillHTTP

/// Lists one page of all tags: `GET /tags`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2tags>, read 2026-11-21.
public struct ListTags: Request, Hashable {
    /// A page of tags.
    public typealias Response = TagPage

    /// The page number, 1 to 100.
    public var page: Int

    /// The number of tags per page, 1 to 100.
    public var perPage: Int

    /// The sort order.
    ///
    /// `nil` sorts by creation date, newest first.
    public var sort: TagSort?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of tags per page, 1 to 100.
    ///   - sort: The sort order. `nil` sorts by creation date, newest first.
    public init(page: Int = 1, perPage: Int = 20, sort: TagSort? = nil) {
        self.page = page
        self.perPage = perPage
        self.sort = sort
    }

    /// `/tags`.
    public var path: URLPath { "/tags" }

    /// The query parameters `page` and `per_page`, and `sort` unless it is `nil`.
    public var query: QueryItems { ["page": page, "per_page": perPage, "sort": sort] }

    /// Validates the page number and the page size.
    ///
    /// - Throws: An error if `page` or `perPage` is out of range.
    public func validate() throws {
        try OutOfRange.check(page, "page")
        try OutOfRange.check(perPage, "per_page")
    }

    /// Decodes the tags from the body, and the total count and the rate limit from the header fields.
    public var parser: ResponseParser<TagPage> {
        ResponseParser<[Tag]>.json.withHead.map { tags, head in
            let total = head.headerFields[HTTPField.Name(literal: "Total-Count")].flatMap { Int($0) }
            let link = head.headerFields.contains(.link) ? LinkHeader(head.headerFields) : nil
            return TagPage(
                tags: tags, number: page, nextNumber: nextNumber(after: tags.count, link: link, total: total),
                totalCount: total, rateLimit: RateLimit(head.headerFields))
        }
    }

    /// Returns the number of the next page.
    ///
    /// The list ends with an empty page or page 100, regardless of the header fields.
    private func nextNumber(after count: Int, link: LinkHeader?, total: Int?) -> Int? {
        guard count > 0, page < OutOfRange.range.upperBound else { return nil }
        let isLast =
            if let link { link["next"] == nil } else if let total { page * perPage >= total } else { count < perPage }
        return isLast ? nil : page + 1
    }
}

/// An error for a page number or page size for which Qiita responds with status 400.
struct OutOfRange: Error, CustomStringConvertible {
    static let range = 1...100

    let description: String

    static func check(_ number: Int, _ name: String) throws(OutOfRange) {
        guard !range.contains(number) else { return }
        throw OutOfRange(
            description: "\(name) must be between \(range.lowerBound) and \(range.upperBound), got \(number)")
    }
}
