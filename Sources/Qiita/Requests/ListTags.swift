public import RillHTTP

/// A page of the list of all tags: `GET /tags`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2tags>, read 2026-11-21.
public struct ListTags: Request, Hashable {
    /// A page.
    public typealias Response = TagPage

    /// Which page, 1 to 100.
    public var page: Int

    /// How many tags a page has, 1 to 100.
    public var perPage: Int

    /// The order; nil for the newest first.
    public var sort: TagSort?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - page: Which page, 1 to 100.
    ///   - perPage: How many tags a page has, 1 to 100.
    ///   - sort: The order; nil for the newest first.
    public init(page: Int = 1, perPage: Int = 20, sort: TagSort? = nil) {
        self.page = page
        self.perPage = perPage
        self.sort = sort
    }

    /// `/tags`.
    public var path: URLPath { "/tags" }

    /// `page`, `per_page` and, if it is not nil, `sort`.
    public var query: QueryItems { ["page": page, "per_page": perPage, "sort": sort] }

    /// None; throws if a number is out of its range, so that nothing is sent.
    public var body: HTTPBody? {
        get throws {
            try OutOfRange.check(page, "page")
            try OutOfRange.check(perPage, "per_page")
            return nil
        }
    }

    /// Reads the tags from the body, and the rest from the header fields.
    public var parser: ResponseParser<TagPage> {
        ResponseParser<[Tag]>.json.withHead.map { tags, head in
            let total = head.headerFields[HTTPField.Name(literal: "Total-Count")].flatMap { Int($0) }
            let link = head.headerFields.contains(.link) ? LinkHeader(head.headerFields) : nil
            return TagPage(
                tags: tags, number: page, nextNumber: nextNumber(after: tags.count, link: link, total: total),
                totalCount: total, rateLimit: RateLimit(head.headerFields))
        }
    }

    /// Whatever the answer says, the list ends with an empty page and with the hundredth.
    private func nextNumber(after count: Int, link: LinkHeader?, total: Int?) -> Int? {
        guard count > 0, page < OutOfRange.range.upperBound else { return nil }
        let isLast =
            if let link { link["next"] == nil } else if let total { page * perPage >= total } else { count < perPage }
        return isLast ? nil : page + 1
    }
}

/// A number that Qiita would answer with status 400.
struct OutOfRange: Error, CustomStringConvertible {
    static let range = 1...100

    let description: String

    static func check(_ number: Int, _ name: String) throws(OutOfRange) {
        guard !range.contains(number) else { return }
        throw OutOfRange(
            description: "\(name) must be \(range.lowerBound) to \(range.upperBound), not \(number)")
    }
}
