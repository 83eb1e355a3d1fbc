extension LoopbackServer {
    /// The TLS configuration of a server, including faults for tests.
    ///
    ///     let certificates = try TestCertificates.shared()
    ///     var options = LoopbackServer.Options()
    ///     options.tls = .init(certificates.server)
    ///     let server = try LoopbackServer(options: options) { _ in .text("hello") }
    ///     // … a client that trusts certificates.authorityFile sends requests to server.baseURL, https://127.0.0.1:40123 …
    ///
    /// The server supports TLS 1.2 and later through the system's OpenSSL, which is loaded at run time. If OpenSSL is
    /// missing, or on systems other than Linux, the server's initializer throws a `TLSError`. To check in advance, use
    /// `skipReason`.
    public struct TLS: Sendable {
        /// A deliberate fault in the server's TLS behavior.
        public enum Fault: Sendable, Hashable {
            /// The server accepts the connection and never responds to the handshake.
            case stallsInHandshake

            /// The server closes the connection after the client's first handshake message.
            case closesInHandshake

            /// The server closes connections without a TLS close notification. To the client, the response appears
            /// truncated.
            case closesWithoutNotice
        }

        /// The path of the certificate file (PEM), followed by its intermediate certificates.
        public var certificateFile: String

        /// The path of the certificate's unencrypted private key (PEM).
        public var keyFile: String

        /// The path of the certificate authorities (PEM) for client certificates.
        ///
        /// `nil` means that the server does not request client certificates.
        public var clientAuthorityFile: String?

        /// The fault of the server, or `nil` for correct behavior.
        public var fault: Fault?

        /// Creates a TLS configuration from files.
        ///
        /// - Parameters:
        ///   - certificateFile: The path of the certificate file (PEM), followed by its intermediate certificates.
        ///   - keyFile: The path of the unencrypted private key (PEM).
        ///   - clientAuthorityFile: The path of the certificate authorities (PEM) for client certificates. Defaults to
        ///     `nil`, which means that the server does not request client certificates.
        ///   - fault: The fault of the server. Defaults to `nil`, which means correct behavior.
        public init(certificateFile: String, keyFile: String, clientAuthorityFile: String? = nil, fault: Fault? = nil) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
            self.clientAuthorityFile = clientAuthorityFile
            self.fault = fault
        }

        /// Creates a TLS configuration from a test certificate.
        ///
        /// - Parameters:
        ///   - identity: The certificate and key of the server.
        ///   - clientAuthorityFile: The path of the certificate authorities (PEM) for client certificates. Defaults to
        ///     `nil`, which means that the server does not request client certificates.
        ///   - fault: The fault of the server. Defaults to `nil`, which means correct behavior.
        public init(_ identity: TestCertificates.Identity, clientAuthorityFile: String? = nil, fault: Fault? = nil) {
            self.init(
                certificateFile: identity.certificateFile, keyFile: identity.keyFile,
                clientAuthorityFile: clientAuthorityFile, fault: fault)
        }

        /// The reason why TLS is unavailable, or `nil` if it is available.
        public static var skipReason: String? {
            if case .failure(let error) = TLSLibrary.shared { error.description } else { nil }
        }
    }

    /// An error that is thrown when a server cannot use TLS, because OpenSSL is missing or rejects a file.
    public struct TLSError: Error, Hashable, CustomStringConvertible {
        /// The missing library or function, or the rejected file and the reason.
        public let description: String
    }
}
