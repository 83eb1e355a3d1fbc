public import Foundation
public import RillHTTP

/// The other pages of a list, as the `Link` field of an answer names them.
///
/// Garage names the pages before only beyond the first page, the next and the last only before the last one, and the last
/// not at all where it hides the total.
public struct GarageLinks: Sendable, Hashable {
    /// The first page; nil on the first page itself.
    public var first: GarageLink?

    /// The page before; nil on the first page.
    public var prev: GarageLink?

    /// The next page; nil on the last page, and behind it.
    public var next: GarageLink?

    /// The last page; nil on the last page itself, and where the server hides how many there are.
    public var last: GarageLink?

    /// Creates links, for tests of what takes them.
    ///
    /// - Parameters:
    ///   - first: The first page.
    ///   - prev: The page before.
    ///   - next: The next page.
    ///   - last: The last page.
    public init(
        first: GarageLink? = nil, prev: GarageLink? = nil, next: GarageLink? = nil, last: GarageLink? = nil
    ) {
        self.first = first
        self.prev = prev
        self.next = next
        self.last = last
    }

    /// Reads the `Link` fields of an answer, in whatever order they name the pages.
    ///
    /// - Parameters:
    ///   - fields: The header fields.
    ///   - address: The address of the request, which links are relative to; nil to leave them as they stand.
    public init(_ fields: HTTPFields, relativeTo address: URL?) {
        self.init()
        guard fields.contains(.link) else { return }
        let header = LinkHeader(fields)
        func link(_ relation: String) -> GarageLink? {
            header.links.first { $0.relations.contains(relation) && $0.parameters["anchor", default: ""].isEmpty }
                .flatMap { GarageLink($0, relativeTo: address) }
        }
        first = link("first")
        prev = link("prev")
        next = link("next")
        last = link("last")
    }
}
