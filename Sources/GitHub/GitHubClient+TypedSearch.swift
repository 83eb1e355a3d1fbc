public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Searches for repositories while someone types.
    ///
    ///     typed    -r-i-l-------l------|      debounce: two ticks
    ///     sent     -------a-------b------      a: "ril", b: "rill"
    ///     result   ---------A-------B--|
    ///
    /// A text is searched for when no other has followed it for a while. White space around it does not count, and a text
    /// equal to the one before is not searched for again. The latest wins: when a text is searched for, the request of the
    /// one before is given up. An empty text is answered with an empty page, and no request. When the texts have ended, the
    /// last answer is waited for.
    ///
    /// ## Errors
    /// A search that fails does not end the stream: its ``SearchAnswer`` holds the error. The same text typed again is not
    /// tried again; for rate limits, which a fast typist reaches, there is ``RateLimitWaiting``. An error of the texts
    /// themselves is forwarded.
    ///
    /// - Parameters:
    ///   - texts: What stands in the field, each time that it changes.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - perPage: How many repositories an answer holds at most, 1 to 100.
    ///   - dueTime: How long no other text must come.
    ///   - scheduler: Who waits, and where the answers are delivered; one that runs one piece of work after the other.
    /// - Returns: An observable of one answer per text that was searched for, but for those that were overtaken.
    /// - SeeAlso: ``searchRepositories(_:sort:order:page:perPage:)``
    public func searchRepositories(
        matching texts: Observable<String>, sort: RepositorySort? = nil, order: SortDirection? = nil, perPage: Int = 30,
        debounce dueTime: Duration = .milliseconds(300), scheduler: any Scheduler = MainScheduler.shared
    ) -> Observable<SearchAnswer<Repository>> {
        texts
            .debounce(dueTime, scheduler: scheduler)
            .map { $0.trimmed }
            .distinctUntilChanged()
            .flatMapLatest { text in
                guard !text.isEmpty else {
                    return .just(SearchAnswer(text: "", result: .success(SearchPage(totalCount: 0, items: []))))
                        .observeOn(scheduler)
                }
                return searchRepositories(text, sort: sort, order: order, perPage: perPage)
                    .map { SearchAnswer(text: text, result: .success($0)) }
                    .catch(as: APIError.self) { .just(SearchAnswer(text: text, result: .failure($0))) }
                    // Here rather than behind all: what waits for the scheduler when the next text comes is dropped.
                    .observeOn(scheduler)
            }
    }
}

extension String {
    /// The text without the white space around it.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
