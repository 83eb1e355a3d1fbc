internal import RillHTTPTesting

extension TransportConformance {
    /// Servers that request a client certificate.
    static let clientCertificateCases: [Case] = [
        tlsCase("sendsTheClientCertificate") { context, certificates in
            let site = try siteForKnownClients(.init(certificates.client), context)
            for _ in 0..<3 { try site.expectText() }
            // The certificate also applies to resumed TLS sessions, whether or not the exchanges share a connection.
            let exchanges = (0..<5).map { _ in site.start() }
            for exchange in exchanges { try exchange.expectText("ok") }
        },
        tlsCase("sendsACertificateWithAnEncryptedKey") { context, certificates in
            let certificate = TransportOptions.ClientCertificate(
                certificates.encryptedClient, passphrase: certificates.passphrase)
            try siteForKnownClients(certificate, context).expectText()
        },
        tlsCase("reportsAMissingClientCertificate") { context, certificates in
            let site = try siteForKnownClients(nil, context)
            for (method, body) in [(HTTPRequest.Method.get, nil), (.post, HTTPBody("text"))] {
                try site.failure(method, body: body, with: [.tls], .handshake)
            }
            try expect(site.server.requests.count, is: 0, "the number of received requests")
        },
        tlsCase("reportsARejectedClientCertificate") { context, certificates in
            let site = try siteForKnownClients(.init(certificates.selfSigned), context)
            try site.failure(with: [.tls], .handshake)
            try expect(site.server.requests.count, is: 0, "the number of received requests")
        },
        tlsCase("sendsNoCertificateUnlessRequested") { context, certificates in
            try context.site(options: { $0.clientCertificate = .init(certificates.client) }) { _ in .text("ok") }
                .expectText()
        },
        tlsCase("rejectsAnUndecryptableKey") { context, certificates in
            for passphrase in ["hush-1", "", nil] {
                try context.expectInvalidOptions(hiding: ["hush-1", "encrypted.key"]) {
                    $0.clientCertificate = .init(certificates.encryptedClient, passphrase: passphrase)
                }
            }
        },
        tlsCase("rejectsAnUnusableClientCertificate") { context, certificates in
            let good = certificates.client
            let garbage = try TemporaryFile(Array("hush-2".utf8))
            for (certificateFile, keyFile) in [
                ("/nonexistent/hush-3.pem", good.keyFile), (good.certificateFile, "/nonexistent/hush-4.key"),
                (garbage.path, good.keyFile), (good.certificateFile, garbage.path),
                (good.certificateFile, certificates.server.keyFile),
            ] {
                try context.expectInvalidOptions(hiding: [keyFile, "hush-2"]) {
                    $0.clientCertificate = .init(certificateFile: certificateFile, keyFile: keyFile)
                }
            }
            withExtendedLifetime(garbage) {}
        },
    ]

    /// Starts a server that requires a certificate of the test authority.
    private static func siteForKnownClients(
        _ certificate: TransportOptions.ClientCertificate?, _ context: CaseContext
    ) throws -> Site {
        let authority = try TestCertificates.shared().authorityFile
        return try context.site(
            server: { $0.tls?.clientAuthorityFile = authority }, options: { $0.clientCertificate = certificate },
            { _ in .text("ok") })
    }
}

extension TransportOptions.ClientCertificate {
    fileprivate init(_ identity: TestCertificates.Identity, passphrase: String? = nil) {
        self.init(certificateFile: identity.certificateFile, keyFile: identity.keyFile, passphrase: passphrase)
    }
}
