public import RillHTTP

/// A page was asked for that begins behind the first 1,000 results of a search, which are all that GitHub gives out.
///
/// It is what lies under an `APIError` at the stage `request`: nothing was sent. GitHub's own answer to such a page has the
/// status 422; ``RillHTTP/APIError/isBeyondSearchBound`` tells of both.
public struct SearchBoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The page that was asked for.
    public let page: Int

    /// How many results a page has.
    public let perPage: Int

    init(page: Int, perPage: Int) {
        self.page = page
        self.perPage = perPage
    }

    /// What is wrong, and what to do: there are no more results to be had, but a narrower search may find others.
    public var description: String {
        let last = (PageNumbers.searchBound + perPage - 1) / perPage
        return
            "GitHub gives out the first 1,000 results of a search, and page \(page) with \(perPage) to a page begins "
            + "behind them; the last one is page \(last), and a narrower search may reach the others"
    }
}

extension APIError {
    /// Whether a page was asked for that begins behind the first 1,000 results of a search, be it that the client did not
    /// send the request, or that GitHub has answered 422.
    public var isBeyondSearchBound: Bool {
        underlying is SearchBoundError || github?.isBeyondSearchBound == true
    }
}
