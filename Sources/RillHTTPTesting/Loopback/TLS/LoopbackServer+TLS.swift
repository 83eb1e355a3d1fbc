extension LoopbackServer {
    /// What a server needs to speak TLS, and how it does that badly where a test wants it to.
    ///
    ///     let certificates = try TestCertificates.shared()
    ///     var options = LoopbackServer.Options()
    ///     options.tls = .init(certificates.server)
    ///     let server = try LoopbackServer(options: options) { _ in .text("hello") }
    ///     // … a client that trusts certificates.authorityFile asks server.baseURL, https://127.0.0.1:40123 …
    ///
    /// The server speaks TLS 1.2 and later through the system's OpenSSL, which it opens at run time. Where there is
    /// none, or on a system other than Linux, the server's initialiser throws a `TLSError`; `obstacle` tells
    /// beforehand.
    public struct TLS: Sendable {
        /// What the server does wrong.
        public enum Fault: Sendable, Hashable {
            /// It takes what the client says first, and never answers.
            case stallsInHandshake

            /// It takes what the client says first, and closes the connection.
            case closesInHandshake

            /// Where a response closes the connection, it does so without TLS's own notice: for all that the client can
            /// know, somebody has cut the connection off.
            case closesWithoutNotice
        }

        /// The path of the certificate (PEM), followed by those it rests on.
        public var certificateFile: String

        /// The path of the certificate's private key (PEM), not encrypted.
        public var keyFile: String

        /// The path of the certificates (PEM) one of which must have signed the client's; nil asks clients for none.
        public var clientAuthorityFile: String?

        /// What the server does wrong; nil for nothing.
        public var fault: Fault?

        /// Makes a server's side of TLS from files.
        ///
        /// - Parameters:
        ///   - certificateFile: The path of the certificate (PEM), followed by those it rests on.
        ///   - keyFile: The path of its private key (PEM), not encrypted.
        ///   - clientAuthorityFile: The path of the certificates (PEM) one of which must have signed the client's; nil
        ///     asks clients for none.
        ///   - fault: What the server does wrong; nil for nothing.
        public init(
            certificateFile: String, keyFile: String, clientAuthorityFile: String? = nil, fault: Fault? = nil
        ) {
            self.certificateFile = certificateFile
            self.keyFile = keyFile
            self.clientAuthorityFile = clientAuthorityFile
            self.fault = fault
        }

        /// Makes a server's side of TLS from one of the certificates that are made for tests.
        ///
        /// - Parameters:
        ///   - identity: What the server shows.
        ///   - clientAuthorityFile: The path of the certificates (PEM) one of which must have signed the client's; nil
        ///     asks clients for none.
        ///   - fault: What the server does wrong; nil for nothing.
        public init(
            _ identity: TestCertificates.Identity, clientAuthorityFile: String? = nil, fault: Fault? = nil
        ) {
            self.init(
                certificateFile: identity.certificateFile, keyFile: identity.keyFile,
                clientAuthorityFile: clientAuthorityFile, fault: fault)
        }

        /// Why no server can speak TLS here, in words for a person; nil if servers can.
        public static var obstacle: String? {
            do throws(TLSError) {
                _ = try TLSLibrary.shared()
                return nil
            } catch {
                return error.description
            }
        }
    }

    /// A server cannot speak TLS: the system's OpenSSL is missing, or refuses a file.
    public struct TLSError: Error, Hashable, CustomStringConvertible {
        /// What is missing, or which file was refused and why.
        public let description: String
    }
}
