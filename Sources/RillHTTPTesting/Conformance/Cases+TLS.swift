internal import RillHTTP

extension TransportConformance {
    /// Encrypted connections.
    static let tlsCases: [Case] = trustCases + clientCertificateCases + tlsConnectionCases

    /// Whom a transport trusts.
    private static let trustCases: [Case] = [
        tlsCase("trustsTheAuthorityItWasGiven") { bench, certificates in
            let server = try bench.serve(certificates.server) { _ in .text("ok") }
            let transport = try bench.transport { $0.certificateAuthorityFile = certificates.authorityFile }
            try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body")
            let byName = HTTPRequest(
                method: .get, scheme: "https", authority: "localhost:\(server.port)", path: "/name")
            try bench.expect(transport.begin(byName).answer().text, is: "ok", "the body")
        },
        tlsCase("doesNotTrustAnUnknownAuthority") { bench, certificates in
            let server = try bench.serve(certificates.server) { _ in .text("ok") }
            try expectRefusal(.untrustedCertificate, of: server, bench)
        },
        tlsCase("trustsNobodyButTheAuthorityItWasGiven") { bench, certificates in
            let server = try bench.serve(certificates.server) { _ in .text("ok") }
            try expectRefusal(.untrustedCertificate, of: server, bench) {
                $0.certificateAuthorityFile = certificates.selfSigned.certificateFile
            }
        },
        tlsCase("doesNotTrustACertificateForAnotherHost") { bench, certificates in
            let server = try bench.serve(certificates.otherHost) { _ in .text("ok") }
            try expectRefusal(.wrongHost, of: server, bench) {
                $0.certificateAuthorityFile = certificates.authorityFile
            }
        },
        tlsCase("doesNotTrustAnExpiredCertificate") { bench, certificates in
            let server = try bench.serve(certificates.expired) { _ in .text("ok") }
            try expectRefusal(.expiredCertificate, of: server, bench) {
                $0.certificateAuthorityFile = certificates.authorityFile
            }
        },
        tlsCase("doesNotTrustACertificateThatSignedItself") { bench, certificates in
            let server = try bench.serve(certificates.selfSigned) { _ in .text("ok") }
            try expectRefusal(.untrustedCertificate, of: server, bench) {
                $0.certificateAuthorityFile = certificates.authorityFile
            }
        },
        tlsCase("doesNotUseAConnectionThatAnotherTransportTrusts") { bench, certificates in
            let server = try bench.serve(certificates.server) { _ in .text("ok") }
            let trusting = try bench.transport { $0.certificateAuthorityFile = certificates.authorityFile }
            try bench.expect(trusting.begin(server.request()).answer().text, is: "ok", "the body")
            let (error, _) = try bench.transport().begin(server.request()).failure()
            try expect(error, .tls, .untrustedCertificate, bench)
            try bench.expect(trusting.begin(server.request()).answer().text, is: "ok", "the body")
        },
        tlsCase("refusesAFileOfAuthoritiesItCannotUse") { bench, certificates in
            let server = try bench.serve(certificates.server) { _ in .text("ok") }
            let garbage = try TemporaryFile(Array("this is no certificate".utf8))
            for file in ["/nonexistent/hush-1.pem", garbage.path] {
                let transport = try bench.transport { $0.certificateAuthorityFile = file }
                let (error, _) = try transport.begin(server.request()).failure()
                try bench.expect(error, isOneOf: [.invalidOptions])
            }
            try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
        },
        tlsCase("tellsAServerThatDoesNotSpeakTLS") { bench, _ in
            let server = try bench.serve { _ in .text("ok") }
            let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
            let (error, _) = try bench.transport().begin(request).failure()
            try expect(error, .tls, .handshake, bench)
        },
        tlsCase("tellsAServerThatSpeaksNothingButTLS") { bench, certificates in
            // Without TLS, what such a server does is no more than a closed connection, or bytes that are not HTTP.
            let server = try bench.serve(certificates.server) { _ in .text("ok") }
            let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
            let (error, _) = try bench.transport().begin(request).failure()
            try bench.expect(error, isOneOf: [.closedEarly, .malformedResponse])
            try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
        },
    ]

    /// Describes a case for which certificates are made, and a server that speaks TLS is needed.
    static func tlsCase(
        _ name: String, _ body: @escaping @Sendable (Bench, TestCertificates) throws -> Void
    ) -> Case {
        Case(.tls, name, obstacle: TestCertificates.obstacle ?? LoopbackServer.TLS.obstacle) { bench in
            try body(bench, TestCertificates.shared())
        }
    }

    /// Throws unless an error has a code and a reason.
    static func expect(
        _ error: TransportError, _ code: TransportError.Code, _ reason: TransportError.Reason, _ bench: Bench
    ) throws {
        try bench.expect(error, isOneOf: [code])
        try bench.expect(error.reason == reason, "the reason \(reason), but \(error.reason as Any) it is: \(error)")
    }

    /// Throws unless a transport refuses to talk to a server, for a reason, without a word of the request.
    private static func expectRefusal(
        _ reason: TransportError.Reason, of server: LoopbackServer, _ bench: Bench,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws {
        let transport = try bench.transport(change)
        for _ in 0..<2 {
            let (error, answer) = try transport.begin(server.request()).failure()
            try expect(error, .tls, reason, bench)
            try bench.expect(answer.status, is: 0, "the status, which should not be told,")
        }
        try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
    }
}

extension Bench {
    /// Starts a server that shows a certificate.
    func serve(
        _ identity: TestCertificates.Identity, clientAuthorityFile: String? = nil,
        fault: LoopbackServer.TLS.Fault? = nil, sendBufferSize: Int? = nil,
        _ handler: @escaping LoopbackServer.Handler
    ) throws -> LoopbackServer {
        var options = LoopbackServer.Options()
        options.tls = .init(identity, clientAuthorityFile: clientAuthorityFile, fault: fault)
        options.sendBufferSize = sendBufferSize
        return try serve(options, handler)
    }
}
