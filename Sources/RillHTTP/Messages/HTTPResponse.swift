/// The head of an HTTP response: what came of the request, without the body.
public struct HTTPResponse: Sendable, Hashable {
    /// The status, `404 Not Found` for example.
    public var status: Status

    /// The header fields, in the order in which they arrived.
    public var headerFields: HTTPFields

    /// Creates a response from its parts.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headerFields: The header fields; none if left out.
    public init(status: Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }
}

extension HTTPResponse: CustomStringConvertible {
    /// The status in one line.
    public var description: String { status.description }
}
