public import RillHTTP

/// The outcome of a search as the user types: a page of results or an error.
public struct SearchResult<Item: Sendable>: Sendable {
    /// The search text without leading and trailing whitespace.
    public var text: String

    /// The page or the error.
    ///
    /// A failure does not end the stream.
    public var result: Result<SearchPage<Item>, APIError>

    /// Creates a search result.
    ///
    /// - Parameters:
    ///   - text: The search text.
    ///   - result: The page or the error.
    public init(text: String, result: Result<SearchPage<Item>, APIError>) {
        self.text = text
        self.result = result
    }

    /// The page of results, or `nil` if the search failed.
    public var page: SearchPage<Item>? { try? result.get() }

    /// The error, or `nil` if the search succeeded.
    public var error: APIError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
