public import Foundation
public import RillHTTP

/// The links to other pages of a list, from the `Link` header field of a response.
///
/// Garage omits the links to the first and previous page on the first page, and the links to the next and last page on
/// the last page. If the server hides the total count, it never sends the link to the last page.
public struct GarageLinks: Sendable, Hashable {
    /// The first page, or `nil` on the first page.
    public var first: GarageLink?

    /// The previous page, or `nil` on the first page.
    public var prev: GarageLink?

    /// The next page, or `nil` on the last page and beyond.
    public var next: GarageLink?

    /// The last page, or `nil` on the last page or if the server hides the total count.
    public var last: GarageLink?

    /// Creates links, for example for tests.
    ///
    /// - Parameters:
    ///   - first: The first page.
    ///   - prev: The previous page.
    ///   - next: The next page.
    ///   - last: The last page.
    public init(first: GarageLink? = nil, prev: GarageLink? = nil, next: GarageLink? = nil, last: GarageLink? = nil) {
        self.first = first
        self.prev = prev
        self.next = next
        self.last = last
    }

    /// Creates links from the `Link` header fields of a response, in any order.
    ///
    /// - Parameters:
    ///   - fields: The header fields.
    ///   - requestURL: The URL of the request, against which relative links are resolved. `nil` leaves them relative.
    public init(_ fields: HTTPFields, relativeTo requestURL: URL?) {
        self.init()
        guard fields.contains(.link) else { return }
        let header = LinkHeader(fields)
        func link(_ relation: String) -> GarageLink? {
            header.links.first { $0.relations.contains(relation) && $0.parameters["anchor", default: ""].isEmpty }
                .flatMap { GarageLink($0, relativeTo: requestURL) }
        }
        first = link("first")
        prev = link("prev")
        next = link("next")
        last = link("last")
    }
}
