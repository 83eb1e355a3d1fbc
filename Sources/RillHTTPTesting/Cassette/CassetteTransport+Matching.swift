public import RillHTTP

extension CassetteTransport {
    /// The rule that determines which entry of a cassette matches a request.
    ///
    /// The first matching entry that has not been played supplies the response. Identical requests therefore receive
    /// the recorded responses in order. When all matching entries have been played, the request fails, unless
    /// ``repeats`` is `true`.
    ///
    /// Redacted values match any value.
    public struct Matching: Sendable {
        /// The parts of a request to compare.
        public struct Parts: OptionSet, Sendable {
            /// The raw bit mask.
            public let rawValue: Int

            /// Creates a set from a bit mask.
            ///
            /// - Parameter rawValue: The raw bit mask.
            public init(rawValue: Int) {
                self.rawValue = rawValue
            }

            /// The HTTP method.
            public static let method = Parts(rawValue: 1)

            /// The scheme, the case-insensitive host, and the port.
            ///
            /// A default port can be omitted.
            public static let origin = Parts(rawValue: 2)

            /// The path after percent-decoding.
            public static let path = Parts(rawValue: 4)

            /// The percent-decoded name-value pairs of the query, in any order.
            ///
            /// Repeated pairs must occur equally often.
            public static let query = Parts(rawValue: 8)

            /// The body, if both the request and the entry have one.
            ///
            /// JSON is compared by value and forms by name-value pairs. The boundary of a multipart body is ignored.
            public static let body = Parts(rawValue: 16)

            /// All parts.
            public static let all: Parts = [.method, .origin, .path, .query, .body]
        }

        /// The parts of a request to compare.
        ///
        /// Defaults to all parts.
        public var parts: Parts

        /// The header fields to compare in addition.
        ///
        /// Defaults to none.
        public var headerFields: Set<HTTPField.Name>

        /// Whether the last matching entry is played again after all matching entries have been played.
        ///
        /// Defaults to `false`.
        public var repeats: Bool

        /// A rule that compares the method, URL and body, and plays each entry once.
        public static let `default` = Matching()

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - parts: The parts of a request to compare. Defaults to all parts.
        ///   - headerFields: The header fields to compare in addition. Defaults to none.
        ///   - repeats: Whether the last matching entry is played again after all matching entries have been played.
        ///     Defaults to `false`.
        public init(parts: Parts = .all, headerFields: Set<HTTPField.Name> = [], repeats: Bool = false) {
            self.parts = parts
            self.headerFields = headerFields
            self.repeats = repeats
        }
    }
}
