internal import Foundation
internal import RillHTTPTesting

/// The requested page of a list, and the links to other pages.
struct GaragePaging: Sendable {
    private static let largestPage = 100
    private static let hiddenLimit = 1_000

    private let page: Int
    /// The page size, or `nil` for the entire list.
    private let size: Int?
    private let request: LoopbackServer.Request

    /// Parses the query.
    ///
    /// Throws an error if a value is not an integer.
    init(_ request: LoopbackServer.Request) throws {
        func number(_ name: String, _ fallback: Int) throws -> Int {
            guard let text = request.queryItem(name) else { return fallback }
            guard let number = Int(text) else { throw GarageError.invalidParameter }
            return number
        }
        page = max(try number("page", 1), 1)
        let size = min(try number("per_page", 20), Self.largestPage)
        self.size = size < 0 ? nil : size
        self.request = request
    }

    /// Returns the response with the elements of the page, the total, and the links.
    func response(_ rows: [GarageValue], hidesTotal: Bool) throws -> LoopbackServer.Response {
        guard let size else {
            return LoopbackServer.Response.garage(.list(rows)).addingTotal(hidesTotal ? nil : rows.count)
        }
        // With a page size of 0, the number of pages is undefined.
        guard size > 0 else { throw GarageError.serverError }
        // If the total is hidden, the links assume the maximum.
        let total = hidesTotal ? Self.hiddenLimit : rows.count
        let range = PageQuery(number: page, size: size, request: request).range(of: rows.count)
        let response = LoopbackServer.Response.garage(.list(Array(rows[range])))
            .addingTotal(hidesTotal ? nil : rows.count)
        let links = links(pages: (total + size - 1) / size, size: size, hidesLast: hidesTotal)
        return links.isEmpty ? response : response.adding(.link, links.joined(separator: ", "))
    }

    private func links(pages: Int, size: Int, hidesLast: Bool) -> [String] {
        var links: [(rel: String, page: Int)] = []
        if page > 1 { links += [("first", 1), ("prev", page - 1)] }
        if page < pages { links.append(("next", page + 1)) }
        if page != pages, pages > 0, !hidesLast { links.append(("last", pages)) }
        return links.map { "<\(path(of: $0.page, size))>; rel=\"\($0.rel)\"; page=\"\($0.page)\"" }
    }

    /// Returns the path and query of another page, with sorted parameters and without the token.
    private func path(of page: Int, _ size: Int) -> String {
        var items: [String: String] = [:]
        for item in request.queryItems where !GarageCall.tokenItems.contains(item.name) {
            items[item.name] = item.value
        }
        items["page"] = "\(page)"
        items["per_page"] = "\(size)"
        let pairs = items.sorted { $0.key < $1.key }.map { "\(Self.encode($0.key))=\(Self.encode($0.value))" }
        return "\(request.path)?\(pairs.joined(separator: "&"))"
    }

    private static func encode(_ text: String) -> String {
        PercentEncoding.encode(text).replacing("%20", with: "+")
    }
}

extension LoopbackServer.Response {
    fileprivate func addingTotal(_ count: Int?) -> Self {
        count.map { adding(HTTPField.Name(literal: "X-List-TotalCount"), "\($0)") } ?? self
    }
}
