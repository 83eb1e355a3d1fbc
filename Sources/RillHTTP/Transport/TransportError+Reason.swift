extension TransportError {
    /// Tells apart what a ``Code-swift.struct`` lumps together.
    ///
    /// More may be added.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        let sentence: String

        private init(_ name: String, _ sentence: String) {
            description = name
            self.sentence = sentence
        }

        // MARK: Of `couldNotConnect`

        /// Nobody listens on the port.
        public static let refused = Reason("refused", "the connection was refused")

        /// No way leads to the host or to its network.
        public static let unreachable = Reason("unreachable", "the host cannot be reached")

        /// The proxy could not be used, or would not connect.
        public static let proxy = Reason("proxy", "the proxy did not connect")

        // MARK: Of `tls`

        /// Nobody who is trusted has signed the server's certificate.
        public static let untrustedCertificate = Reason(
            "untrustedCertificate", "the server's certificate is not trusted")

        /// The server's certificate is for other hosts.
        public static let wrongHost = Reason("wrongHost", "the server's certificate is for another host")

        /// The server's certificate is past its end, or before its beginning.
        public static let expiredCertificate = Reason("expiredCertificate", "the server's certificate has expired")

        /// Both sides did not agree: no version in common, a client certificate that is missing, no TLS at all.
        public static let handshake = Reason("handshake", "the TLS handshake failed")

        // MARK: Of `timeout`

        /// The connection did not come about in time.
        public static let connecting = Reason("connecting", "the connection did not come about in time")

        /// The answer did not begin in time.
        public static let firstByte = Reason("firstByte", "the answer did not begin in time")

        /// For too long nothing came, in the middle of an answer.
        public static let betweenBytes = Reason("betweenBytes", "nothing more came in time")

        /// The exchange as a whole took too long.
        public static let whole = Reason("whole", "the exchange took too long")

        // MARK: Of `malformedResponse`

        /// All bytes have come, and are not those that the server says they are: nothing of them is worth keeping.
        package static let damaged = Reason("damaged", "the content is not what it is said to be")

        /// Compares the names.
        ///
        /// - Parameters:
        ///   - lhs: A reason.
        ///   - rhs: Another reason.
        /// - Returns: Whether they are the same.
        public static func == (lhs: Self, rhs: Self) -> Bool { lhs.description == rhs.description }

        /// Feeds the name to the hasher.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }
}
