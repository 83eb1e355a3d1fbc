public import RillHTTP

/// What came of a text that someone has typed: what was found, or why nothing could be.
public struct SearchAnswer<Item: Sendable>: Sendable {
    /// The text that was searched for, without the white space around it.
    public var text: String

    /// What came of it; a failure ends nothing, and the next text is searched for all the same.
    public var result: Result<SearchPage<Item>, APIError>

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - text: The text that was searched for.
    ///   - result: What came of it.
    public init(text: String, result: Result<SearchPage<Item>, APIError>) {
        self.text = text
        self.result = result
    }

    /// What was found; nil if the search has failed.
    public var page: SearchPage<Item>? { try? result.get() }

    /// Why the search has failed; nil if it has not.
    public var error: APIError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
