internal import RillHTTP

extension TransportConformance {
    /// Servers that request a client certificate.
    static let clientCertificateCases: [Case] = [
        tlsCase("sendsTheClientCertificate") { context, certificates in
            let server = try serveKnownClients(certificates, context)
            let transport = try transport(certificates, certificates.client, context)
            for _ in 0..<3 {
                try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            }
            // The certificate also applies to resumed TLS sessions, whether or not the exchanges share a connection.
            let exchanges = (0..<5).map { _ in transport.start(server.request()) }
            for exchange in exchanges { try context.expect(exchange.response().text, is: "ok", "the body") }
        },
        tlsCase("sendsACertificateWithAnEncryptedKey") { context, certificates in
            let server = try serveKnownClients(certificates, context)
            let transport = try transport(
                certificates, certificates.encryptedClient, passphrase: certificates.passphrase, context)
            try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
        },
        tlsCase("reportsAMissingClientCertificate") { context, certificates in
            let server = try serveKnownClients(certificates, context)
            let transport = try context.transport { $0.certificateAuthorityFile = certificates.authorityFile }
            for method in [HTTPRequest.Method.get, .post] {
                let body = method == .post ? HTTPBody("text") : nil
                let (error, _) = try transport.start(server.request(method), body: body).failure()
                try expect(error, .tls, .handshake, context)
            }
            try context.expect(server.requests.count, is: 0, "the number of received requests")
        },
        tlsCase("reportsARejectedClientCertificate") { context, certificates in
            let server = try serveKnownClients(certificates, context)
            let transport = try transport(certificates, certificates.selfSigned, context)
            let (error, _) = try transport.start(server.request()).failure()
            try expect(error, .tls, .handshake, context)
            try context.expect(server.requests.count, is: 0, "the number of received requests")
        },
        tlsCase("sendsNoCertificateUnlessRequested") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            let transport = try transport(certificates, certificates.client, context)
            try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
        },
        tlsCase("rejectsAnUndecryptableKey") { context, certificates in
            let server = try serveKnownClients(certificates, context)
            for passphrase in ["hush-1", "", nil] {
                let transport = try transport(
                    certificates, certificates.encryptedClient, passphrase: passphrase, context)
                let (error, _) = try transport.start(server.request()).failure()
                try context.expect(error, isOneOf: [.invalidOptions])
                try expectNoSecret(in: error, context)
            }
            try context.expect(server.requests.count, is: 0, "the number of received requests")
        },
        tlsCase("rejectsAnUnusableClientCertificate") { context, certificates in
            let server = try serveKnownClients(certificates, context)
            let good = certificates.client
            let garbage = try TemporaryFile(Array("hush-2".utf8)).path
            let pairs = [
                ("/nonexistent/hush-3.pem", good.keyFile), (good.certificateFile, "/nonexistent/hush-4.key"),
                (garbage, good.keyFile), (good.certificateFile, garbage),
                (good.certificateFile, certificates.server.keyFile),
            ]
            for (certificateFile, keyFile) in pairs {
                let transport = try context.transport {
                    $0.certificateAuthorityFile = certificates.authorityFile
                    $0.clientCertificate = .init(certificateFile: certificateFile, keyFile: keyFile)
                }
                let (error, _) = try transport.start(server.request()).failure()
                try context.expect(error, isOneOf: [.invalidOptions])
                try context.expect(!"\(error)".contains(keyFile), "no key path in \"\(error)\"")
                try context.expect(!"\(error)".contains("hush-2"), "no file content in \"\(error)\"")
            }
            try context.expect(server.requests.count, is: 0, "the number of received requests")
        },
    ]

    private static func serveKnownClients(
        _ certificates: TestCertificates, _ context: CaseContext
    ) throws -> LoopbackServer {
        try context.serve(certificates.server, clientAuthorityFile: certificates.authorityFile) { _ in .text("ok") }
    }

    private static func transport(
        _ certificates: TestCertificates, _ identity: TestCertificates.Identity, passphrase: String? = nil,
        _ context: CaseContext
    ) throws -> any Transport {
        try context.transport {
            $0.certificateAuthorityFile = certificates.authorityFile
            $0.clientCertificate = .init(
                certificateFile: identity.certificateFile, keyFile: identity.keyFile, passphrase: passphrase)
        }
    }

    private static func expectNoSecret(in error: TransportError, _ context: CaseContext) throws {
        for text in ["\(error)", error.text, String(reflecting: error)] {
            try context.expect(!text.contains("hush-1"), "no passphrase in \"\(text)\"")
            try context.expect(!text.contains("encrypted.key"), "no key path in \"\(text)\"")
        }
    }
}
