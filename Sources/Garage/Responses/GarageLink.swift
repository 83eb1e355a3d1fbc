public import Foundation
internal import RillHTTP

/// One page of a list, as a `Link` field names it: `</v1/users?page=3&per_page=20>; rel="next"; page="3"`.
public struct GarageLink: Sendable, Hashable {
    /// The address, absolute if that of the request is known.
    public var url: URL

    /// The number of the page, from the link's attribute or else from its query; nil if neither says.
    public var page: Int?

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - page: The number of the page.
    public init(url: URL, page: Int? = nil) {
        self.url = url
        self.page = page
    }

    /// Reads a link; nil if its target is no address.
    init?(_ link: LinkHeader.Link, relativeTo address: URL?) {
        guard let url = URL(string: link.target, relativeTo: address)?.absoluteURL else { return nil }
        let attribute = link.parameters["page"].flatMap { Int($0) }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
        self.init(url: url, page: attribute ?? items?.first { $0.name == "page" }?.value.flatMap { Int($0) })
    }
}
