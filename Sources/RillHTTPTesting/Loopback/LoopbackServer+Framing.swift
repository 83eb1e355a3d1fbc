extension LoopbackServer {
    /// The framing of a response body.
    ///
    /// The corresponding header field is added to the head unless it is already present.
    public enum Framing: Sendable, Hashable {
        /// `Transfer-Encoding: chunked`.
        case chunked

        /// `Content-Length` with a length, which may differ from the actual length of the body.
        case length(Int)

        /// `Connection: close`. The body ends when the connection is closed.
        case untilClose

        /// No header field is added, and the body is sent without framing.
        case unframed
    }

    /// Variations in the format of a response head that clients must tolerate or reject.
    public struct HeadStyle: OptionSet, Sendable {
        /// The raw bit mask.
        public let rawValue: Int

        /// Creates a set from a bit mask.
        ///
        /// - Parameter rawValue: The raw bit mask.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Lines end with a line feed without a carriage return.
        public static var lineFeedOnly: Self { Self(rawValue: 1) }

        /// The status line ends after the status code, without the space that RFC 9112 requires.
        public static var noReasonPhrase: Self { Self(rawValue: 2) }

        /// No space follows the colon, for example `Content-Length:5`.
        public static var noSpaceAfterColon: Self { Self(rawValue: 4) }

        /// Values are encoded as ISO 8859-1 instead of UTF-8.
        ///
        /// Unsupported characters are replaced by question marks.
        public static var latin1Values: Self { Self(rawValue: 8) }

        /// Names are sent in lowercase.
        public static var lowercaseNames: Self { Self(rawValue: 16) }
    }
}
