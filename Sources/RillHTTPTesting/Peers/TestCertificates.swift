/// Certificates for tests of TLS, good ones and bad ones, made by the system's `openssl` while the test runs.
///
///     let certificates = try TestCertificates.shared()
///     var options = TransportOptions()
///     options.certificateAuthorityFile = certificates.authorityFile
///
/// They are made once in a process, in about a fifth of a second, in a temporary folder that is deleted when the
/// process ends. Nobody else trusts their authority, and its key is deleted with them.
public struct TestCertificates: Sendable {
    /// A certificate with its private key.
    public struct Identity: Sendable, Hashable {
        /// The path of the certificate (PEM).
        public let certificateFile: String

        /// The path of its private key (PEM).
        public let keyFile: String
    }

    /// The path of the certificate (PEM) of the authority that has signed the others.
    public let authorityFile: String

    /// What a server on 127.0.0.1 or localhost can show.
    public let server: Identity

    /// For another host, `elsewhere.example`, but otherwise good.
    public let otherHost: Identity

    /// For 127.0.0.1 and localhost, but past its end since 2020.
    public let expired: Identity

    /// For 127.0.0.1 and localhost, but signed by nobody but itself.
    public let selfSigned: Identity

    /// What a client can show.
    public let client: Identity

    /// The same certificate as `client`, with its key encrypted.
    public let encryptedClient: Identity

    /// What the key of `encryptedClient` is encrypted with.
    public let passphrase = "correct horse battery"

    /// Returns the certificates of the process; the first call makes them.
    ///
    /// - Returns: The certificates.
    /// - Throws: ``MissingPrerequisite`` if the system has no `openssl`, or one that cannot make them.
    public static func shared() throws(MissingPrerequisite) -> TestCertificates {
        try made.get()
    }

    /// Why there are no certificates here, in words for a person; nil if there are.
    public static var obstacle: String? {
        guard case .failure(let missing) = made else { return nil }
        return missing.description
    }

    private static let made = Result { () throws(MissingPrerequisite) in try make() }

    init(folder: String) {
        func identity(_ name: String, key: String? = nil) -> Identity {
            Identity(certificateFile: "\(folder)/\(name).pem", keyFile: "\(folder)/\(key ?? name).key")
        }
        authorityFile = "\(folder)/authority.pem"
        server = identity("server")
        otherHost = identity("other")
        expired = identity("expired")
        selfSigned = identity("self")
        client = identity("client")
        encryptedClient = identity("client", key: "encrypted")
    }
}
