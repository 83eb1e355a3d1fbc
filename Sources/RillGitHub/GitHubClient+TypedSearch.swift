public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Searches for repositories as the user types.
    ///
    ///     typed    -r-i-l-------l------|      debounce: two ticks
    ///     sent     -------a-------b------      a: "ril", b: "rill"
    ///     result   ---------A-------B--|
    ///
    /// A search starts when the text has not changed for `dueTime`. Leading and trailing whitespace is removed, and a
    /// text equal to the previous one is not searched again. A new search cancels the request of the previous one. An
    /// empty text yields an empty page without a request. When `texts` completes, the stream completes after the last
    /// search.
    ///
    /// ## Errors
    /// A failed search does not end the stream: its ``SearchResult`` contains the error. Typing the same text again
    /// does not repeat the search. Use ``RateLimitWaiting`` to wait when fast typing exceeds the rate limit. Errors of
    /// `texts` are forwarded.
    ///
    /// - Parameters:
    ///   - texts: The content of the search field after each change.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - perPage: The maximum number of repositories per search, 1 to 100.
    ///   - dueTime: The time without changes after which the search starts.
    ///   - scheduler: The scheduler used for the delay and for delivering the results. Must be serial.
    /// - Returns: An observable of one result per search, except for canceled searches.
    /// - SeeAlso: ``searchRepositories(_:sort:order:page:perPage:)``
    public func searchRepositories(
        matching texts: Observable<String>, sort: RepositorySort? = nil, order: SortDirection? = nil, perPage: Int = 30,
        debounce dueTime: Duration = .milliseconds(300), scheduler: any Scheduler = MainScheduler.shared
    ) -> Observable<SearchResult<Repository>> {
        texts
            .debounce(dueTime, scheduler: scheduler)
            .map { $0.trimmed }
            .distinctUntilChanged()
            .flatMapLatest { text in
                guard !text.isEmpty else {
                    return .just(SearchResult(text: "", result: .success(SearchPage(totalCount: 0, items: []))))
                        .observeOn(scheduler)
                }
                return searchRepositories(text, sort: sort, order: order, perPage: perPage)
                    .map { SearchResult(text: text, result: .success($0)) }
                    .catch(as: APIError.self) { .just(SearchResult(text: text, result: .failure($0))) }
                    // Inside flatMapLatest, so that a result still queued on the scheduler is dropped when a new text
                    // arrives.
                    .observeOn(scheduler)
            }
    }
}

extension String {
    /// The text without leading and trailing whitespace.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
