/// One page of a list, and where the next one begins.
public struct Page<Value: Sendable>: Sendable {
    /// What the page was read as.
    public let value: Value

    /// The head of the answer.
    public let head: HTTPResponse

    /// What this page was asked for with; nil if it was the request as it stands.
    public let cursor: PageCursor?

    /// What the next page is asked for with; nil if this is the last one.
    ///
    /// If the next page fails, this is where to go on.
    public internal(set) var next: PageCursor?

    /// Creates a page, for tests of what takes pages.
    ///
    /// - Parameters:
    ///   - value: What the page was read as.
    ///   - head: The head of the answer.
    ///   - cursor: What the page was asked for with.
    ///   - next: What the next page is asked for with; nil if there is none.
    public init(
        value: Value, head: HTTPResponse = HTTPResponse(status: .ok), cursor: PageCursor? = nil, next: PageCursor? = nil
    ) {
        self.value = value
        self.head = head
        self.cursor = cursor
        self.next = next
    }
}

extension Page: Equatable where Value: Equatable {}
extension Page: Hashable where Value: Hashable {}
