extension PageStrategy {
    /// Follows the links of the answers with the relation `next`, as with GitHub, Qiita and Garage.
    ///
    ///     request    /tags                    /tags?page=2             /tags?page=3
    ///     answer     Link: </tags?page=2>;    Link: </tags?page=3>;    no Link
    ///                      rel="next"               rel="next"
    ///     result     ------[…]----------------------[…]----------------------[…]|
    ///
    /// See ``linkHeader(relation:)``.
    public static var linkHeader: PageStrategy { .linkHeader(relation: "next") }

    /// Follows the links of the answers with some relation.
    ///
    /// The address of a link takes the place of the request's path and query, whole. It may be relative to the request's
    /// address, as it was before any redirect. A link to another server ends the stream with an error, as the request's credentials must not go there;
    /// so does one to the page that has just been read, and a `Link` field in which no such link is found and something
    /// cannot be read: a list that breaks off is not taken for a complete one.
    ///
    /// - Parameter relation: The relation: `next`, or `prev` to go backwards.
    /// - Returns: The strategy.
    /// - SeeAlso: RFC 8288, ``LinkHeader``
    public static func linkHeader(relation: String) -> PageStrategy {
        PageStrategy(
            place: { cursor, request in
                if let cursor { request.path = try target(of: cursor.description, seenFrom: request) }
            },
            next: { page, request in
                let header = LinkHeader(page.head.headerFields)
                guard let link = header[relation] else {
                    guard header.isMalformed else { return nil }
                    throw PagingError(
                        .malformedLink,
                        "the answer's Link field cannot be read, so that it is not known whether there is another page")
                }
                let target = try target(of: link, seenFrom: request)
                // Two slashes at the beginning would be read as the name of a server.
                return PageCursor(target.hasPrefix("//") ? "/." + target : target)
            })
    }

    /// The path and the query that a link means.
    private static func target(of link: String, seenFrom request: HTTPRequest) throws(PagingError) -> String {
        guard let other = URLReference(link).resolved(against: request), let target = other.path else {
            throw PagingError(.otherOrigin, "the link to the next page leads to no server")
        }
        guard other.origin == request.origin else {
            throw PagingError(
                .otherOrigin,
                "the next page is at \(other.originWithoutUser), and what is meant for \(request.originWithoutUser), "
                    + "credentials perhaps, is not sent there")
        }
        return target
    }
}

extension HTTPRequest {
    /// The origin without a user name and a password before the host.
    fileprivate var originWithoutUser: String {
        var request = self
        request.authority = authority.flatMap { $0.split(separator: "@").last.map(String.init) }
        return request.origin
    }
}
