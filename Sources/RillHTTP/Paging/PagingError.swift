internal import RillHTTPTypes

/// An error that occurs when the next page of a list cannot be determined.
public struct PagingError: Error, Sendable, CustomStringConvertible {
    /// The reason for the error.
    ///
    /// Compare it with the static members of ``Code-swift.struct``.
    public let code: Code

    /// The description of the error on one line.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = BodyText.line(description)
    }

    static var loop: PagingError {
        PagingError(.loop, "paging loop: the response refers to a page that was already read")
    }

    /// A reason for a paging error.
    ///
    /// Future versions may add more reasons.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the reason.
        public let description: String

        /// The next page has a different origin, to which credentials must not be sent.
        public static let otherOrigin = Code(description: "otherOrigin")

        /// The next page has already been read.
        public static let loop = Code(description: "loop")

        /// The `Link` header field is malformed, so that it is unknown whether there is another page.
        public static let malformedLink = Code(description: "malformedLink")

        /// The cursor is not valid for the strategy.
        public static let invalidCursor = Code(description: "invalidCursor")
    }
}
