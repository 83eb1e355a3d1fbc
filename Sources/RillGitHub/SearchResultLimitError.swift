public import RillHTTP

/// An error for a requested search page that starts after the first 1,000 results, the maximum that GitHub returns.
///
/// It is the underlying error of an `APIError` at the stage `request`, because no request was sent. GitHub itself
/// responds to such a page with status 422. ``RillHTTP/APIError/isBeyondSearchResultLimit`` covers both cases.
public struct SearchResultLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The requested page number.
    public let page: Int

    /// The number of results per page.
    public let perPage: Int

    /// The failure, the last available page and a suggestion to narrow the search.
    public var description: String {
        let last = (PageNumbers.searchResultLimit + perPage - 1) / perPage
        return
            "page \(page) with \(perPage) results per page exceeds GitHub's limit of 1,000 search results. "
            + "Request page \(last) at most, or narrow the search"
    }
}

extension APIError {
    /// Whether the requested page starts after the first 1,000 results of a search, detected either by the client
    /// before sending the request or by GitHub with status 422.
    public var isBeyondSearchResultLimit: Bool {
        underlying is SearchResultLimitError || github?.isBeyondSearchResultLimit == true
    }
}
