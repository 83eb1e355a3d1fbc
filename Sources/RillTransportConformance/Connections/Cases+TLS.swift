internal import RillHTTP

extension TransportConformance {
    /// The TLS cases.
    static let tlsCases: [Case] = trustCases + clientCertificateCases + tlsConnectionCases

    /// Trust in server certificates.
    private static let trustCases: [Case] = [
        tlsCase("trustsTheGivenAuthority") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            let transport = try context.transport { $0.certificateAuthorityFile = certificates.authorityFile }
            try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            let byName = HTTPRequest(
                method: .get, scheme: "https", authority: "localhost:\(server.port)", path: "/name")
            try context.expect(transport.start(byName).response().text, is: "ok", "the body")
        },
        tlsCase("doesNotTrustAnUnknownAuthority") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            try expectRefusal(.untrustedCertificate, of: server, context)
        },
        tlsCase("trustsOnlyTheGivenAuthority") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            try expectRefusal(.untrustedCertificate, of: server, context) {
                $0.certificateAuthorityFile = certificates.selfSigned.certificateFile
            }
        },
        tlsCase("doesNotTrustACertificateForAnotherHost") { context, certificates in
            let server = try context.serve(certificates.otherHost) { _ in .text("ok") }
            try expectRefusal(.wrongHost, of: server, context) {
                $0.certificateAuthorityFile = certificates.authorityFile
            }
        },
        tlsCase("doesNotTrustAnExpiredCertificate") { context, certificates in
            let server = try context.serve(certificates.expired) { _ in .text("ok") }
            try expectRefusal(.expiredCertificate, of: server, context) {
                $0.certificateAuthorityFile = certificates.authorityFile
            }
        },
        tlsCase("doesNotTrustASelfSignedCertificate") { context, certificates in
            let server = try context.serve(certificates.selfSigned) { _ in .text("ok") }
            try expectRefusal(.untrustedCertificate, of: server, context) {
                $0.certificateAuthorityFile = certificates.authorityFile
            }
        },
        tlsCase("doesNotShareConnectionsWithATrustingTransport") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            let trusting = try context.transport { $0.certificateAuthorityFile = certificates.authorityFile }
            try context.expect(trusting.start(server.request()).response().text, is: "ok", "the body")
            let (error, _) = try context.transport().start(server.request()).failure()
            try expect(error, .tls, .untrustedCertificate, context)
            try context.expect(trusting.start(server.request()).response().text, is: "ok", "the body")
        },
        tlsCase("rejectsAnUnusableAuthorityFile") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            let garbage = try TemporaryFile(Array("this is no certificate".utf8))
            for file in ["/nonexistent/hush-1.pem", garbage.path] {
                let transport = try context.transport { $0.certificateAuthorityFile = file }
                let (error, _) = try transport.start(server.request()).failure()
                try context.expect(error, isOneOf: [.invalidOptions])
            }
            try context.expect(server.requests.count, is: 0, "the number of received requests")
        },
        Case(.tls, "reportsAServerWithoutTLS") { context in
            let server = try context.serve { _ in .text("ok") }
            let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
            let (error, _) = try context.transport().start(request).failure()
            try expect(error, .tls, .handshake, context)
        },
        tlsCase("reportsAServerThatRequiresTLS") { context, certificates in
            // To a client without TLS, such a server appears to close the connection or to send bytes that are not
            // HTTP.
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
            let (error, _) = try context.transport().start(request).failure()
            try context.expect(error, isOneOf: [.closedEarly, .malformedResponse])
            try context.expect(server.requests.count, is: 0, "the number of received requests")
        },
    ]

    /// Creates a case that requires test certificates and a TLS server.
    static func tlsCase(
        _ name: String, _ body: @escaping @Sendable (CaseContext, TestCertificates) throws -> Void
    ) -> Case {
        Case(.tls, name, skipReason: TestCertificates.skipReason ?? LoopbackServer.TLS.skipReason) { context in
            try body(context, TestCertificates.shared())
        }
    }

    /// Throws unless an error has the given code and reason.
    static func expect(
        _ error: TransportError, _ code: TransportError.Code, _ reason: TransportError.Reason, _ context: CaseContext
    ) throws {
        try context.expect(error, isOneOf: [code])
        try context.expect(
            error.reason == reason,
            "the error reason \(reason), got \(error.reason.map { "\($0)" } ?? "none"): \(error)")
    }

    /// Throws unless a transport rejects the server's certificate with the given reason before it sends the request.
    static func expectRefusal(
        _ reason: TransportError.Reason, of server: LoopbackServer, _ context: CaseContext,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws {
        let transport = try context.transport(change)
        for _ in 0..<2 {
            let (error, response) = try transport.start(server.request()).failure()
            try expect(error, .tls, reason, context)
            try context.expect(response.status, is: 0, "the status code (0 means no response head)")
        }
        try context.expect(server.requests.count, is: 0, "the number of received requests")
    }
}

extension CaseContext {
    /// Starts a server with the given certificate.
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
