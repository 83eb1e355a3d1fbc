/// The head of an HTTP response: status and header fields, without the body.
public struct HTTPResponse: Sendable, Hashable {
    /// The status, such as `404 Not Found`.
    public var status: Status

    /// The header fields, in the order in which they were received.
    public var headerFields: HTTPFields

    /// The maximum size of the body after content decoding, or `nil` if the client does not decode the body: because it has
    /// been decoded, or because the options of the transport disable it.
    ///
    /// Travels with the head, so that a transport that wraps another one does not lose it. Does not affect equality.
    public var decodingLimit: Int? = Self.defaultDecodingLimit

    static let defaultDecodingLimit = 1 << 30

    /// Creates a response from its parts.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headerFields: The header fields. Defaults to none.
    public init(status: Status, headerFields: HTTPFields = [:]) {
        self.status = status
        self.headerFields = headerFields
    }

    /// Returns whether two responses have the same status and header fields.
    public static func == (left: Self, right: Self) -> Bool {
        left.status == right.status && left.headerFields == right.headerFields
    }

    /// Hashes the status and the header fields.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(headerFields)
    }
}

extension HTTPResponse: CustomStringConvertible {
    /// The status code and the reason phrase.
    public var description: String { status.description }
}
