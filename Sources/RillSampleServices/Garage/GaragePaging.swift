internal import RillHTTPTesting

/// The requested page of a list, and the links to other pages.
struct GaragePaging: Sendable {
    private static let largestPage = 100
    private static let hiddenLimit = 1_000

    /// The page, whose size is negative if the entire list is requested.
    private let page: PageQuery

    /// Parses the query.
    ///
    /// Throws an error if a value is not an integer.
    init(_ request: LoopbackServer.Request) throws {
        func number(_ name: String) throws -> Int? {
            try request.integer(name, in: Int.min...Int.max, orThrow: GarageError.invalidParameter)
        }
        page = PageQuery(
            number: max(try number("page") ?? 1, 1), size: min(try number("per_page") ?? 20, Self.largestPage),
            request: request)
    }

    /// Returns the response with the elements of the page, the total, and the links.
    func response(_ rows: [GarageValue], hidesTotal: Bool) throws -> LoopbackServer.Response {
        // With a page size of 0, the number of pages is undefined.
        guard page.size != 0 else { throw GarageError.serverError }
        let shown = page.size < 0 ? rows[...] : rows[page.range(of: rows.count)]
        var response = LoopbackServer.Response.garage(.list(Array(shown)))
        if !hidesTotal { response.fields["X-List-TotalCount"] = "\(rows.count)" }
        // If the total is hidden, the links assume the maximum.
        let links = page.size < 0 ? [] : links(total: hidesTotal ? Self.hiddenLimit : rows.count, hidesLast: hidesTotal)
        return links.isEmpty ? response : response.adding(.link, links.joined(separator: ", "))
    }

    private func links(total: Int, hidesLast: Bool) -> [String] {
        let number = page.number
        let last = (total + page.size - 1) / page.size
        var links: [(rel: String, page: Int)] = []
        if number > 1 { links += [("first", 1), ("prev", number - 1)] }
        if number < last { links.append(("next", number + 1)) }
        if number != last, last > 0, !hidesLast { links.append(("last", last)) }
        return links.map { "<\(path(of: $0.page))>; rel=\"\($0.rel)\"; page=\"\($0.page)\"" }
    }

    /// Returns the path and query of another page, with sorted parameters and without the token.
    private func path(of number: Int) -> String {
        var items = Dictionary(page.request.queryItems.map { ($0.name, $0.value) }) { _, last in last }
        for name in GarageCall.tokenItems { items[name] = nil }
        items["page"] = "\(number)"
        items["per_page"] = "\(page.size)"
        let query = QueryItems(items.sorted { $0.key < $1.key }.map { QueryItems.Item(name: $0.key, value: $0.value) })
        return "\(page.request.path)?\(query.encoded.replacing("%20", with: "+"))"
    }
}
