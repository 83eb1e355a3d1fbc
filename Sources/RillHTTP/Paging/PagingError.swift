/// Why there is no way from one page to the next.
public struct PagingError: Error, Sendable, CustomStringConvertible {
    /// What is wrong; compare with the static members.
    public let code: Code

    /// What is wrong, in a line.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The reasons, as an open set.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        private init(_ name: String) {
            description = name
        }

        /// The next page would be asked of another server, which credentials must not go to.
        public static let otherOrigin = Code("otherOrigin")

        /// The next page is one that has been read already.
        public static let loop = Code("loop")

        /// The `Link` field cannot be read, so that nobody knows whether there is another page.
        public static let malformedLink = Code("malformedLink")

        /// The cursor is none of this strategy.
        public static let invalidCursor = Code("invalidCursor")
    }
}

extension APIError.Stage {
    /// A page was read, and it does not say rightly where the next one is.
    public static let paging = APIError.Stage("paging")
}
