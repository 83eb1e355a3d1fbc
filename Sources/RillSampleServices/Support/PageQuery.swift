internal import RillHTTP
internal import RillHTTPTesting

/// The requested page: `?page=2&per_page=50`.
struct PageQuery: Sendable, Hashable {
    /// The permitted page numbers and page sizes.
    struct Sizes: Sendable {
        /// The default page size.
        let defaultSize: Int
        let pages: ClosedRange<Int>
        let sizes: ClosedRange<Int>
    }

    /// An error for a query parameter that is not an integer or is out of range.
    struct ValidationError: Error, CustomStringConvertible {
        let name: String
        let bounds: ClosedRange<Int>

        var description: String { "\(name) must be an integer from \(bounds.lowerBound) to \(bounds.upperBound)" }
    }

    let page: Int
    let size: Int
    private let lastPage: Int

    static func read(from request: RoutedRequest, sizes: Sizes) -> Result<PageQuery, ValidationError> {
        func number(_ name: String, _ defaultValue: Int, _ bounds: ClosedRange<Int>) throws(ValidationError) -> Int {
            guard let text = request.queryItem(name) else { return defaultValue }
            guard let number = Int(text), bounds.contains(number) else {
                throw ValidationError(name: name, bounds: bounds)
            }
            return number
        }
        return Result { () throws(ValidationError) in
            PageQuery(
                page: try number("page", sizes.pages.lowerBound, sizes.pages),
                size: try number("per_page", sizes.defaultSize, sizes.sizes),
                lastPage: sizes.pages.upperBound)
        }
    }

    /// Returns the indices of the elements on the page, or an empty range after the last page.
    func range(of total: Int) -> Range<Int> {
        let start = min((page - 1) * size, total)
        return start..<min(start + size, total)
    }

    /// Returns the values of the `Link` header field with absolute URLs: `first`, `last`, and, if they exist, `prev`
    /// and `next`.
    func links(total: Int, request: RoutedRequest) -> [String] {
        let last = min(max((total + size - 1) / size, 1), lastPage)
        var pages = [("first", 1)]
        if page > 1 { pages.append(("prev", page - 1)) }
        if page < last { pages.append(("next", page + 1)) }
        pages.append(("last", last))
        return pages.map { rel, page in "<\(url(of: page, request: request.request))>; rel=\"\(rel)\"" }
    }

    private func url(of page: Int, request: LoopbackServer.Request) -> String {
        // Uses the raw query to preserve the encoding of the other parameters.
        let others = request.target.split(separator: "?", maxSplits: 1).dropFirst().joined()
            .split(separator: "&").filter { !$0.hasPrefix("page=") && !$0.hasPrefix("per_page=") }
        let query = ["page=\(page)", "per_page=\(size)"] + others
        return "http://\(request.fields[.host] ?? "127.0.0.1")\(request.path)?\(query.joined(separator: "&"))"
    }
}
