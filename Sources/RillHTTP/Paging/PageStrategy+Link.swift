internal import RillHTTPTypes

extension PageStrategy {
    /// Follows the `Link` header fields with the relation `next`, which GitHub, Qiita and Garage send.
    ///
    ///     request    /tags                    /tags?page=2             /tags?page=3
    ///     response   Link: </tags?page=2>;    Link: </tags?page=3>;    no Link
    ///                      rel="next"               rel="next"
    ///     result     ------[…]----------------------[…]----------------------[…]|
    ///
    /// See ``linkHeader(relation:)``.
    public static var linkHeader: PageStrategy { .linkHeader(relation: "next") }

    /// Follows the `Link` header fields with a relation type.
    ///
    /// The URL of the link replaces the request's path and query. It can be relative to the URL of the request, before
    /// any redirect. A link to another origin fails the stream, because the request's credentials must not be sent
    /// there. A link to the page that was just read also fails the stream. So does a malformed `Link` field without the
    /// relation, because an incomplete list must not be mistaken for a complete one.
    ///
    /// - Parameter relation: The relation type, such as `next`, or `prev` to read backward.
    /// - Returns: The strategy.
    /// - SeeAlso: RFC 8288, ``LinkHeader``
    public static func linkHeader(relation: String) -> PageStrategy {
        PageStrategy(
            apply: { cursor, request in
                guard let cursor else { return }
                guard Int(cursor.description) == nil else {
                    throw PagingError(.invalidCursor, "invalid page cursor: a page number is not a link")
                }
                request.path = try target(of: cursor.description, relativeTo: request)
            },
            next: { page, request in
                let header = LinkHeader(page.head.headerFields)
                guard let link = header[relation] else {
                    guard header.isMalformed else { return nil }
                    throw PagingError(
                        .malformedLink, "cannot parse the Link header field: unable to determine the next page")
                }
                let target = try target(of: link, relativeTo: request)
                // Two leading slashes would be parsed as an authority.
                return PageCursor(target.hasPrefix("//") ? "/." + target : target)
            })
    }

    /// Returns the path and query of a link.
    private static func target(of link: String, relativeTo request: HTTPRequest) throws(PagingError) -> String {
        guard let other = URLReference(link).resolved(against: request), let target = other.path else {
            throw PagingError(.otherOrigin, "cannot follow the link to the next page: its URL has no host")
        }
        guard other.origin == request.origin else {
            throw PagingError(
                .otherOrigin,
                "cannot follow the link to the next page: its origin is \(other.originWithoutUser), "
                    + "but the request's origin is \(request.originWithoutUser)")
        }
        return target
    }
}
