public import RillHTTP

extension CassetteTransport {
    /// Which entry of a cassette answers a request.
    ///
    /// The entries are looked through in order. The first that fits and has not been played answers, so that the same
    /// request, sent twice, gets the first answer and then the second. When all that fit have been played, the request
    /// fails: it is one more than was recorded. With ``repeats`` the last one answers again and again.
    ///
    /// What is secret fits whatever it is: the value in the file is a mark, or is taken for one.
    public struct Matching: Sendable {
        /// What has to be equal.
        public struct Parts: OptionSet, Sendable {
            /// One bit for each part.
            public let rawValue: Int

            /// Creates a set from its bits.
            ///
            /// - Parameter rawValue: One bit for each part.
            public init(rawValue: Int) {
                self.rawValue = rawValue
            }

            /// The method.
            public static let method = Parts(rawValue: 1)

            /// The scheme, the host without regard to case, and the port, be it written or not.
            public static let origin = Parts(rawValue: 2)

            /// The path, however it is percent-encoded.
            public static let path = Parts(rawValue: 4)

            /// The pairs of the query in whatever order, however they are percent-encoded; as often as they occur.
            public static let query = Parts(rawValue: 8)

            /// The body, where both the request and the entry have one.
            ///
            /// JSON is compared by its values, a form by its pairs, and of a body in parts the boundary does not count.
            public static let body = Parts(rawValue: 16)

            /// All of them.
            public static let all: Parts = [.method, .origin, .path, .query, .body]
        }

        /// What has to be equal; everything unless said otherwise.
        public var parts: Parts

        /// Header fields that have to be equal, too; none unless said otherwise.
        public var headerFields: Set<HTTPField.Name>

        /// Whether the last of the entries that fit answers again when all have been played.
        public var repeats: Bool

        /// Compares method, address and body, and plays each entry once.
        public static let `default` = Matching()

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - parts: What has to be equal.
        ///   - headerFields: Header fields that have to be equal, too.
        ///   - repeats: Whether the last of the entries that fit answers again when all have been played.
        public init(parts: Parts = .all, headerFields: Set<HTTPField.Name> = [], repeats: Bool = false) {
            self.parts = parts
            self.headerFields = headerFields
            self.repeats = repeats
        }
    }
}
