extension TransportOptions {
    /// Through whom requests go.
    public struct Proxy: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        package enum Kind: Sendable, Hashable {
            case environment
            case none
            case url(String)
        }

        package let kind: Kind

        /// As the environment says: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, also in capital letters (but
        /// `HTTP_PROXY`, which servers that run programs set from a request's field).
        public static let environment = Proxy(kind: .environment)

        /// Straight to the server, whatever the environment says.
        public static let none = Proxy(kind: .none)

        /// Through one proxy.
        ///
        /// - Parameter url: Its address, `http://proxy.example:3128`; `https`, `socks5` and `socks5h` do too. A name and a
        ///   password for the proxy may stand in it; they never appear in a text.
        /// - Returns: The proxy.
        public static func url(_ url: String) -> Proxy { Proxy(kind: .url(url)) }

        /// The choice, without a name or a password.
        public var description: String {
            switch kind {
            case .environment: "environment"
            case .none: "none"
            case .url(let url): BaseURL(url).hasSplitCredentials ? Redactor.mark : Redactor().text(url)
            }
        }

        /// Shows no more than the description.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// Which versions of HTTP are spoken.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 where TLS agrees on it, otherwise HTTP/1.1.
        case automatic

        /// HTTP/1.1.
        case http1

        /// HTTP/2, also without TLS, where the server is known to speak it.
        case http2
    }

    /// Which kind of addresses names are resolved to.
    public enum AddressFamily: Sendable, Hashable {
        /// Both.
        case any

        /// IPv4 alone.
        case ipv4

        /// IPv6 alone.
        case ipv6
    }

    /// What a client shows to servers that ask who it is.
    public struct ClientCertificate: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The path of the certificate (PEM), followed by those it rests on.
        public var certificateFile: String

        /// The path of the certificate's private key (PEM).
        public var keyFile: String

        /// What the key is encrypted with; nil if it is not.
        ///
        /// It never appears in a text.
        public var passphrase: String?

        /// Creates a client certificate from files.
        ///
        /// - Parameters:
        ///   - certificateFile: The path of the certificate (PEM), followed by those it rests on.
        ///   - keyFile: The path of its private key (PEM).
        ///   - passphrase: What the key is encrypted with; nil if it is not.
        public init(certificateFile: String, keyFile: String, passphrase: String? = nil) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
            self.passphrase = passphrase
        }

        /// The path of the certificate.
        public var description: String { "ClientCertificate(\(certificateFile))" }

        /// Shows no more than the description.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
