/// What all connections of a server that speaks TLS have in common: certificate, key, whom to ask for a certificate.
///
/// `@unchecked Sendable`: after `init` nothing of the context is changed but by OpenSSL, which guards it with locks of
/// its own.
final class TLSContext: @unchecked Sendable {
    let library: TLSLibrary
    let fault: LoopbackServer.TLS.Fault?

    private let context: OpaquePointer

    /// Reads the files; throws if the system has no OpenSSL, or if it does not take one of them.
    init(_ tls: LoopbackServer.TLS) throws(LoopbackServer.TLSError) {
        library = try TLSLibrary.shared()
        fault = tls.fault
        library.clearErrors()
        guard let context = library.newContext(library.serverMethod()) else {
            throw Self.error("the system's OpenSSL cannot be used", library)
        }
        self.context = context
        // OpenSSL would otherwise ask for the passphrase of an encrypted key on the terminal, and wait.
        library.setPassphraseCallback(context) { _, _, _, _ in 0 }
        guard library.useCertificateChain(context, tls.certificateFile) == 1 else {
            throw Self.error("the certificate \(tls.certificateFile) cannot be used", library)
        }
        guard library.usePrivateKey(context, tls.keyFile, Self.pem) == 1 else {
            throw Self.error("the key \(tls.keyFile) cannot be used with \(tls.certificateFile)", library)
        }
        // Without it, a client that has shown a certificate cannot take its session up again.
        _ = library.setSessionContext(context, Array("RillTest".utf8), 8)
        guard let file = tls.clientAuthorityFile else { return }
        guard library.loadAuthorities(context, file, nil) == 1 else {
            throw Self.error("the certificates \(file), to check clients with, cannot be used", library)
        }
        library.setVerification(context, Self.verifyPeer | Self.failWithoutCertificate, nil)
    }

    deinit {
        library.freeContext(context)
    }

    /// Begins TLS on a connection; nil if memory has run out.
    func makeSession(on socket: Descriptor) -> TLSSession? {
        guard let connection = library.newConnection(context) else { return nil }
        guard library.setDescriptor(connection, socket.raw) == 1 else {
            library.freeConnection(connection)
            return nil
        }
        return TLSSession(connection: connection, context: self, socket: socket)
    }

    private static func error(_ what: String, _ library: TLSLibrary) -> LoopbackServer.TLSError {
        var reasons: [String] = []
        while case let code = library.takeError(), code != 0 {
            if let text = library.errorReason(code) { reasons.append(String(cString: text)) }
        }
        return LoopbackServer.TLSError(
            description: reasons.isEmpty ? what : "\(what): \(reasons.joined(separator: ", "))")
    }

    // OpenSSL's own numbers.
    private static let pem: Int32 = 1
    private static let verifyPeer: Int32 = 1
    private static let failWithoutCertificate: Int32 = 2
}
