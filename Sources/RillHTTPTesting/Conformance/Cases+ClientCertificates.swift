internal import RillHTTP

extension TransportConformance {
    /// Servers that ask who the client is.
    static let clientCertificateCases: [Case] = [
        tlsCase("showsItsCertificate") { bench, certificates in
            let server = try serveKnownClients(certificates, bench)
            let transport = try transport(certificates, certificates.client, bench)
            for _ in 0..<3 { try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body") }
            // Whether they are on one connection or not: a session taken up again counts as shown.
            let exchanges = (0..<5).map { _ in transport.begin(server.request()) }
            for exchange in exchanges { try bench.expect(exchange.answer().text, is: "ok", "the body") }
        },
        tlsCase("showsACertificateWhoseKeyIsEncrypted") { bench, certificates in
            let server = try serveKnownClients(certificates, bench)
            let transport = try transport(
                certificates, certificates.encryptedClient, passphrase: certificates.passphrase, bench)
            try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body")
        },
        tlsCase("tellsThatTheServerWantsACertificate") { bench, certificates in
            let server = try serveKnownClients(certificates, bench)
            let transport = try bench.transport { $0.certificateAuthorityFile = certificates.authorityFile }
            for method in [HTTPRequest.Method.get, .post] {
                let body = method == .post ? HTTPBody("text") : nil
                let (error, _) = try transport.begin(server.request(method), body: body).failure()
                try expect(error, .tls, .handshake, bench)
            }
            try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
        },
        tlsCase("tellsThatTheServerRefusesItsCertificate") { bench, certificates in
            let server = try serveKnownClients(certificates, bench)
            let transport = try transport(certificates, certificates.selfSigned, bench)
            let (error, _) = try transport.begin(server.request()).failure()
            try expect(error, .tls, .handshake, bench)
            try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
        },
        tlsCase("showsNoCertificateUnasked") { bench, certificates in
            let server = try bench.serve(certificates.server) { _ in .text("ok") }
            let transport = try transport(certificates, certificates.client, bench)
            try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body")
        },
        tlsCase("refusesAKeyItCannotDecrypt") { bench, certificates in
            let server = try serveKnownClients(certificates, bench)
            for passphrase in ["hush-1", "", nil] {
                let transport = try transport(
                    certificates, certificates.encryptedClient, passphrase: passphrase, bench)
                let (error, _) = try transport.begin(server.request()).failure()
                try bench.expect(error, isOneOf: [.invalidOptions])
                try expectNoSecret(in: error, bench)
            }
            try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
        },
        tlsCase("refusesACertificateItCannotUse") { bench, certificates in
            let server = try serveKnownClients(certificates, bench)
            let good = certificates.client
            let garbage = try TemporaryFile(Array("hush-2".utf8)).path
            let pairs = [
                ("/nonexistent/hush-3.pem", good.keyFile), (good.certificateFile, "/nonexistent/hush-4.key"),
                (garbage, good.keyFile), (good.certificateFile, garbage),
                (good.certificateFile, certificates.server.keyFile),
            ]
            for (certificateFile, keyFile) in pairs {
                let transport = try bench.transport {
                    $0.certificateAuthorityFile = certificates.authorityFile
                    $0.clientCertificate = .init(certificateFile: certificateFile, keyFile: keyFile)
                }
                let (error, _) = try transport.begin(server.request()).failure()
                try bench.expect(error, isOneOf: [.invalidOptions])
                try bench.expect(!"\(error)".contains(keyFile), "no path of a key in \"\(error)\"")
                try bench.expect(!"\(error)".contains("hush-2"), "nothing out of a file in \"\(error)\"")
            }
            try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
        },
    ]

    private static func serveKnownClients(
        _ certificates: TestCertificates, _ bench: Bench
    ) throws -> LoopbackServer {
        try bench.serve(certificates.server, clientAuthorityFile: certificates.authorityFile) { _ in .text("ok") }
    }

    private static func transport(
        _ certificates: TestCertificates, _ identity: TestCertificates.Identity, passphrase: String? = nil,
        _ bench: Bench
    ) throws -> any Transport {
        try bench.transport {
            $0.certificateAuthorityFile = certificates.authorityFile
            $0.clientCertificate = .init(
                certificateFile: identity.certificateFile, keyFile: identity.keyFile, passphrase: passphrase)
        }
    }

    private static func expectNoSecret(in error: TransportError, _ bench: Bench) throws {
        for text in ["\(error)", error.text, String(reflecting: error)] {
            try bench.expect(!text.contains("hush-1"), "no passphrase in \"\(text)\"")
            try bench.expect(!text.contains("encrypted.key"), "no path of a key in \"\(text)\"")
        }
    }
}
