extension LoopbackServer {
    /// How a client knows where a body ends; the field that says so is added to the head, unless it is there already.
    public enum Framing: Sendable, Hashable {
        /// `Transfer-Encoding: chunked`.
        case chunked

        /// `Content-Length` with a length, which need not be true.
        case length(Int)

        /// `Connection: close`: the body ends with the connection.
        case untilClose

        /// No field is added, and the body is sent as it is.
        case unframed
    }

    /// Ways to write a head that clients have to put up with, or to refuse.
    public struct HeadStyle: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: Int

        /// Creates a set from its bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Lines end with a line feed alone.
        public static var lineFeedOnly: Self { Self(rawValue: 1) }

        /// The status line ends behind the code, without the space that should follow.
        public static var noReasonPhrase: Self { Self(rawValue: 2) }

        /// No space follows the colon: `Content-Length:5`.
        public static var noSpaceAfterColon: Self { Self(rawValue: 4) }

        /// Values are sent as ISO 8859-1 instead of UTF-8; a character that it lacks becomes a question mark.
        public static var latin1Values: Self { Self(rawValue: 8) }

        /// Names are sent in lower case.
        public static var lowercaseNames: Self { Self(rawValue: 16) }
    }
}
