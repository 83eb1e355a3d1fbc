internal import RillHTTP

/// The page numbers and page sizes of lists.
///
/// Qiita responds with status 400 to other values.
enum PageNumbers {
    static let range = 1...100

    static func check(page: Int, perPage: Int) throws(OutOfRange) {
        for (number, name) in [(page, "page"), (perPage, "per_page")] where !range.contains(number) {
            throw OutOfRange(
                description: "\(name) must be between \(range.lowerBound) and \(range.upperBound), got \(number)")
        }
    }

    /// Returns the number of the next page, or `nil` if the page is the last one.
    ///
    /// The list ends with an empty page or page 100, regardless of the header fields.
    static func next(after page: Int, _ perPage: Int, count: Int, link: LinkHeader?, total: Int?) -> Int? {
        guard count > 0, page < range.upperBound else { return nil }
        let isLast =
            if let link { link["next"] == nil } else if let total { page * perPage >= total } else { count < perPage }
        return isLast ? nil : page + 1
    }
}

/// An error for a page number or page size outside Qiita's range.
struct OutOfRange: Error, CustomStringConvertible {
    let description: String
}

extension ResponseParser {
    /// Returns a parser that decodes a page from the body, and the total count and the rate limit from the header fields.
    static func page<Element: Decodable>(_ page: Int, perPage: Int) -> ResponseParser
    where Output == ListPage<Element> {
        ResponseParser<[Element]>.json.validateJSON().withHead.map { elements, head in
            let total = head.headerFields[HTTPField.Name(literal: "Total-Count")].flatMap { Int($0) }
            // A malformed field must not end the list.
            let header = head.headerFields.contains(.link) ? LinkHeader(head.headerFields) : nil
            let link = header?.isMalformed == true ? nil : header
            return ListPage(
                elements: elements, number: page,
                nextNumber: PageNumbers.next(after: page, perPage, count: elements.count, link: link, total: total),
                totalCount: total, rateLimit: QiitaRateLimit(head.headerFields))
        }
    }
}
