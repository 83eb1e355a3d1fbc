internal import RillHTTPTesting

/// The requested page: `?page=2&per_page=50`.
struct PageQuery: Sendable {
    let number: Int
    let size: Int
    let request: LoopbackServer.Request

    /// Returns the indices of the elements on the page, or an empty range after the last page.
    func range(of total: Int) -> Range<Int> {
        guard number - 1 <= total / size else { return total..<total }
        let start = min((number - 1) * size, total)
        return start..<min(start + size, total)
    }

    /// Returns the number of the last page, at least 1.
    func last(of total: Int) -> Int { max((total + size - 1) / size, 1) }

    /// Returns the value of the `Link` header field with absolute URLs, or `nil` if there are no links.
    ///
    /// - Parameters:
    ///   - pages: The relations and numbers of the pages.
    ///   - repeatsSize: Whether the URLs contain the size, even if the request does not.
    func links(_ pages: [(relation: String, number: Int)], repeatsSize: Bool = false) -> String? {
        // Uses the raw query to preserve the encoding of the other parameters.
        let others = request.target.split(separator: "?", maxSplits: 1).dropFirst().joined().split(separator: "&")
            .filter { !$0.hasPrefix("page=") && !(repeatsSize && $0.hasPrefix("per_page=")) }.map(String.init)
        let links = pages.map { relation, number in
            let items = repeatsSize ? ["page=\(number)", "per_page=\(size)"] + others : others + ["page=\(number)"]
            return "<\(request.serverURL)\(request.path)?\(items.joined(separator: "&"))>; rel=\"\(relation)\""
        }
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }
}
