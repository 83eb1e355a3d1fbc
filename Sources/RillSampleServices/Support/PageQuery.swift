internal import RillHTTP
internal import RillHTTPTesting

/// The page that a request asks for: `?page=2&per_page=50`.
struct PageQuery: Sendable, Hashable {
    /// What may be asked for.
    struct Sizes: Sendable {
        /// How large a page is if the request does not say.
        let fallback: Int
        let pages: ClosedRange<Int>
        let sizes: ClosedRange<Int>
    }

    /// A number that is none, or that is out of bounds.
    struct Problem: Error, CustomStringConvertible {
        let name: String
        let bounds: ClosedRange<Int>

        var description: String { "\(name) must be an integer from \(bounds.lowerBound) to \(bounds.upperBound)" }
    }

    let page: Int
    let size: Int
    private let lastPage: Int

    static func read(from request: RoutedRequest, sizes: Sizes) -> Result<PageQuery, Problem> {
        func number(_ name: String, _ fallback: Int, _ bounds: ClosedRange<Int>) throws(Problem) -> Int {
            guard let text = request.queryItem(name) else { return fallback }
            guard let number = Int(text), bounds.contains(number) else { throw Problem(name: name, bounds: bounds) }
            return number
        }
        return Result { () throws(Problem) in
            PageQuery(
                page: try number("page", sizes.pages.lowerBound, sizes.pages),
                size: try number("per_page", sizes.fallback, sizes.sizes),
                lastPage: sizes.pages.upperBound)
        }
    }

    /// The positions that the page covers; empty behind the end.
    func range(of total: Int) -> Range<Int> {
        let start = min((page - 1) * size, total)
        return start..<min(start + size, total)
    }

    /// The elements of a Link header: first, prev, next, last, with absolute addresses; prev and next if they exist.
    func links(total: Int, request: RoutedRequest) -> [String] {
        let last = min(max((total + size - 1) / size, 1), lastPage)
        var pages = [("first", 1)]
        if page > 1 { pages.append(("prev", page - 1)) }
        if page < last { pages.append(("next", page + 1)) }
        pages.append(("last", last))
        return pages.map { rel, page in "<\(address(of: page, request: request.request))>; rel=\"\(rel)\"" }
    }

    private func address(of page: Int, request: LoopbackServer.Request) -> String {
        // The query as it came, so that what else it says stays encoded as it was.
        let others = request.target.split(separator: "?", maxSplits: 1).dropFirst().joined()
            .split(separator: "&").filter { !$0.hasPrefix("page=") && !$0.hasPrefix("per_page=") }
        let query = ["page=\(page)", "per_page=\(size)"] + others
        return "http://\(request.fields[.host] ?? "127.0.0.1")\(request.path)?\(query.joined(separator: "&"))"
    }
}
