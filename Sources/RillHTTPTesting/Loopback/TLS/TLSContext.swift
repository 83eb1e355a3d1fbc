/// The TLS state shared by all connections of a server: the certificate, the key and the client verification settings.
///
/// `@unchecked Sendable`: After `init`, only OpenSSL modifies the context, under its own locks.
final class TLSContext: @unchecked Sendable {
    let library: TLSLibrary
    let fault: LoopbackServer.TLS.Fault?

    private let context: OpaquePointer

    /// Creates a context and loads the files.
    ///
    /// Throws if OpenSSL is missing or rejects a file.
    init(_ tls: LoopbackServer.TLS) throws(LoopbackServer.TLSError) {
        library = try TLSLibrary.shared.get()
        fault = tls.fault
        library.clearErrors()
        guard let context = library.newContext(library.serverMethod()) else {
            throw Self.error("cannot create an OpenSSL context", library)
        }
        self.context = context
        // Without this callback, OpenSSL prompts for the passphrase of an encrypted key on the terminal.
        library.setPassphraseCallback(context) { _, _, _, _ in 0 }
        guard library.useCertificateChain(context, tls.certificateFile) == 1 else {
            throw Self.error("cannot use the certificate \(tls.certificateFile)", library)
        }
        guard library.usePrivateKey(context, tls.keyFile, Self.pem) == 1 else {
            throw Self.error("cannot use the key \(tls.keyFile) with \(tls.certificateFile)", library)
        }
        // Required for clients that resume a session after presenting a certificate.
        _ = library.setSessionContext(context, Array("RillTest".utf8), 8)
        guard let file = tls.clientAuthorityFile else { return }
        guard library.loadAuthorities(context, file, nil) == 1 else {
            throw Self.error("cannot use the client certificate authorities \(file)", library)
        }
        library.setVerification(context, Self.verifyPeer | Self.failWithoutCertificate, nil)
    }

    deinit {
        library.freeContext(context)
    }

    /// Creates a TLS session for a connection.
    ///
    /// Returns `nil` if OpenSSL is out of memory.
    func makeSession(on socket: Descriptor) -> TLSSession? {
        guard let connection = library.newConnection(context) else { return nil }
        guard library.setDescriptor(connection, socket.raw) == 1 else {
            library.freeConnection(connection)
            return nil
        }
        return TLSSession(connection: connection, context: self, socket: socket)
    }

    private static func error(_ failure: String, _ library: TLSLibrary) -> LoopbackServer.TLSError {
        var reasons: [String] = []
        while case let code = library.takeError(), code != 0 {
            if let text = library.errorReason(code) { reasons.append(String(cString: text)) }
        }
        return LoopbackServer.TLSError(
            description: reasons.isEmpty ? failure : "\(failure): \(reasons.joined(separator: ", "))")
    }

    // Constants from the OpenSSL headers.
    private static let pem: Int32 = 1
    private static let verifyPeer: Int32 = 1
    private static let failWithoutCertificate: Int32 = 2
}
