/// Valid and invalid certificates for TLS tests, created at run time with the system's `openssl`.
///
///     let certificates = try TestCertificates.shared()
///     var options = TransportOptions()
///     options.certificateAuthorityFile = certificates.authorityFile
///
/// The certificates are created once per process in about 0.2 s, in a temporary folder that is deleted when the process
/// exits. No other software trusts the certificate authority, and its private key is deleted with the folder.
public struct TestCertificates: Sendable {
    /// A certificate and its private key.
    public struct Identity: Sendable, Hashable {
        /// The path of the certificate (PEM).
        public let certificateFile: String

        /// The path of the private key (PEM).
        public let keyFile: String
    }

    /// The path of the certificate authority (PEM) that signed the other certificates.
    public let authorityFile: String

    /// A valid server certificate for 127.0.0.1 and localhost.
    public let server: Identity

    /// A server certificate for a different host, `elsewhere.example`.
    public let otherHost: Identity

    /// A server certificate for 127.0.0.1 and localhost that expired in 2020.
    public let expired: Identity

    /// A self-signed server certificate for 127.0.0.1 and localhost.
    public let selfSigned: Identity

    /// A valid client certificate.
    public let client: Identity

    /// The certificate of `client` with an encrypted private key.
    public let encryptedClient: Identity

    /// The passphrase of the private key of `encryptedClient`.
    public let passphrase = "correct horse battery"

    /// Returns the certificates that are shared by the process.
    ///
    /// The first call creates them.
    ///
    /// - Returns: The shared certificates.
    /// - Throws: ``MissingPrerequisite`` if `openssl` is not installed or cannot create the certificates.
    public static func shared() throws(MissingPrerequisite) -> TestCertificates {
        try made.get()
    }

    /// The reason why the certificates cannot be created on this machine, or `nil` if they can.
    public static var skipReason: String? {
        if case .failure(let missing) = made { missing.description } else { nil }
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
