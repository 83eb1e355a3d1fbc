public import RillHTTPTypes

/// A page of a list, with the cursor of the next page.
public struct Page<Value: Sendable>: Sendable {
    /// The decoded response.
    public let value: Value

    /// The response head.
    public let head: HTTPResponse

    /// The cursor of this page, or `nil` if the request was sent unchanged.
    public let cursor: PageCursor?

    /// The cursor of the next page, or `nil` if this is the last page.
    ///
    /// Use it to continue later if the request for the next page fails.
    public internal(set) var next: PageCursor?

    /// Creates a page for use in tests.
    ///
    /// - Parameters:
    ///   - value: The decoded response.
    ///   - head: The response head. Defaults to status 200 without header fields.
    ///   - cursor: The cursor of the page. Defaults to `nil`.
    ///   - next: The cursor of the next page. Defaults to `nil`, which means the last page.
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
