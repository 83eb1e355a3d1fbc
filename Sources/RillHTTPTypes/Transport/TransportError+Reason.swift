extension TransportError {
    /// Creates the error of an exceeded time limit: `timed out after 3 s waiting for the response head`.
    ///
    /// - Parameters:
    ///   - reason: A reason for `timeout`.
    ///   - limit: The time limit that was exceeded.
    package init(timeout reason: Reason, after limit: Duration) {
        // Without trailing zeros, such as `3` and `0.5`, and independent of the locale.
        let number = "\(limit / .seconds(1))"
        let seconds = number.hasSuffix(".0") ? String(number.dropLast(2)) : number
        self.init(.timeout, reason, "timed out after \(seconds) s" + reason.sentence.dropFirst("timed out".count))
    }

    /// The specific cause of a transport error.
    ///
    /// New reasons may be added.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The name of the static member.
        public let description: String

        let sentence: String

        private init(_ name: String, _ sentence: String) {
            description = name
            self.sentence = sentence
        }

        /// A cassette contains no response to the request; for `unavailable`.
        package static let noRecordedResponse = Reason("noRecordedResponse", "no recorded response")

        // MARK: Reasons for `couldNotConnect`

        /// No process accepts connections on the port.
        public static let refused = Reason("refused", "could not connect to host: connection refused")

        /// No route leads to the host or its network.
        public static let unreachable = Reason("unreachable", "could not connect to host: host unreachable")

        /// The proxy could not be resolved or reached, or it refused to connect to the host.
        ///
        /// With the codes `tls`, `tooLarge` and `malformedResponse`, the proxy's certificate or its response was rejected.
        public static let proxy = Reason("proxy", "could not connect through the proxy")

        /// The proxy requires authentication, or rejected the user name or the password.
        public static let proxyAuthentication = Reason(
            "proxyAuthentication", "the proxy requires authentication or rejected the user name or password")

        // MARK: Reasons for `tls`

        /// The server's certificate was not issued by a trusted certificate authority.
        public static let untrustedCertificate = Reason(
            "untrustedCertificate", "the server's certificate is not trusted")

        /// The server's certificate is not valid for the host.
        public static let wrongHost = Reason("wrongHost", "the server's certificate does not match the host name")

        /// The server's certificate has expired or is not yet valid.
        public static let expiredCertificate = Reason(
            "expiredCertificate", "the server's certificate has expired or is not yet valid")

        /// The server's certificate has none of the ``TransportOptions/pinnedPublicKeys``.
        public static let wrongPublicKey = Reason(
            "wrongPublicKey", "the public key of the server's certificate is not one of the pinned keys")

        /// Client and server share no TLS version, a client certificate is missing, or the server does not support TLS.
        public static let handshake = Reason("handshake", "the TLS handshake failed")

        // MARK: Reasons for `timeout`

        /// The connection was not established within the time limit.
        public static let connecting = Reason("connecting", "timed out while connecting")

        /// The response head was not complete within the time limit.
        public static let firstByte = Reason("firstByte", "timed out waiting for the response head")

        /// The response body stalled for longer than the time limit.
        public static let betweenBytes = Reason("betweenBytes", "timed out waiting for more of the response body")

        /// The exchange was not complete within the time limit.
        public static let total = Reason("total", "timed out waiting for the complete response")

        // MARK: Reasons for `sendFailed`

        /// The request body could not be read, or its length differs from the declared length.
        ///
        /// Not a failure of the server or the connection.
        public static let requestBody = Reason("requestBody", "could not send the request")

        // MARK: Reasons for `malformedResponse`

        /// The complete content arrived but does not match its checksum, so that it must be discarded.
        public static let damaged = Reason("damaged", "the content does not match its checksum")
    }
}
