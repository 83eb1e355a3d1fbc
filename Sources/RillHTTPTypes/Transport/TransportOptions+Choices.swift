extension TransportOptions {
    /// The HTTP versions that a transport uses.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 if negotiated over TLS, otherwise HTTP/1.1.
        ///
        /// `CurlTransport` sends requests with a body, and other requests that are not idempotent, over HTTP/1.1. Over HTTP/2,
        /// libcurl 7.88 loses most responses that arrive before the end of an upload, such as status 401 or 413. It also does
        /// not report whether a server that closes a connection has processed a request, so that `POST` requests fail: with
        /// nginx, which closes a connection after 1,000 requests, about 4 of 1,000 parallel requests. These requests fail if the
        /// server supports only HTTP/2; use ``http2`` for such a server.
        ///
        /// With libcurl before 7.88, all requests use HTTP/1.1, because a paused response would block the other responses of
        /// its connection.
        case automatic

        /// HTTP/1.1 only.
        case http1

        /// HTTP/2, including over plain TCP. Requires a server that is known to support it.
        ///
        /// `CurlTransport` uses a new connection for each request over plain TCP, and requests with a body can fail as
        /// described for ``automatic``. While the server does not read an upload, libcurl can occupy a processor.
        case http2

        /// HTTP/3 over QUIC. Requires `https` URLs and a libcurl with HTTP/3; libcurl 7.88 or later uses HTTP/2 or HTTP/1.1
        /// if the server does not support HTTP/3. Cannot be combined with a proxy URL.
        case http3
    }

    /// The address families that host names are resolved to.
    public enum AddressFamily: Sendable, Hashable {
        /// IPv4 and IPv6.
        case any

        /// IPv4 only.
        case ipv4

        /// IPv6 only.
        case ipv6
    }

    /// The certificate that a client presents for mutual TLS.
    public struct ClientCertificate: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The path of a PEM file with the certificate, followed by its intermediate certificates.
        public var certificateFile: String

        /// The path of a PEM file with the certificate's private key.
        public var keyFile: String

        /// The passphrase of the private key, or `nil` if the key is not encrypted.
        ///
        /// The passphrase never appears in descriptions or error messages.
        public var passphrase: String?

        /// Creates a client certificate from files.
        ///
        /// - Parameters:
        ///   - certificateFile: The path of a PEM file with the certificate, followed by its intermediate certificates.
        ///   - keyFile: The path of a PEM file with the private key.
        ///   - passphrase: The passphrase of the private key. Defaults to `nil`, which means that the key is not encrypted.
        public init(certificateFile: String, keyFile: String, passphrase: String? = nil) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
            self.passphrase = passphrase
        }

        /// The path of the certificate file.
        public var description: String { "ClientCertificate(\(certificateFile))" }

        /// A mirror without children, so that `dump` prints only the description.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
