/// The head of an HTTP response: status and header fields, without the body.
public struct HTTPResponse: Sendable, Hashable {
    /// The status, such as `404 Not Found`.
    public var status: Status

    /// The header fields, in the order in which they were received.
    public var headerFields: HTTPFields

    /// Creates a response from its parts.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headerFields: The header fields. Defaults to none.
    public init(status: Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }
}

extension HTTPResponse: CustomStringConvertible {
    /// The status code and the reason phrase.
    public var description: String { status.description }
}
