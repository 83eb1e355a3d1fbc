public import Foundation
internal import RillHTTP

/// A link to a page of a list in a `Link` header field: `</v1/users?page=3&per_page=20>; rel="next"; page="3"`.
public struct GarageLink: Sendable, Hashable {
    /// The URL of the page.
    ///
    /// Relative URLs are resolved against the URL of the request if it is known.
    public var url: URL

    /// The page number, from the link's `page` attribute or the query of its URL, or `nil` if both are missing.
    public var page: Int?

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - page: The page number.
    public init(url: URL, page: Int? = nil) {
        self.url = url
        self.page = page
    }

    /// Creates a link, or returns `nil` if its target is not a valid URL.
    init?(_ link: LinkHeader.Link, relativeTo requestURL: URL?) {
        guard let url = URL(string: link.target, relativeTo: requestURL)?.absoluteURL else { return nil }
        let attribute = link.parameters["page"].flatMap { Int($0) }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
        self.init(url: url, page: attribute ?? items?.first { $0.name == "page" }?.value.flatMap { Int($0) })
    }
}
