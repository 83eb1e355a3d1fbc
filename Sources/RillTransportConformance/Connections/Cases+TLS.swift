internal import RillHTTPTesting

extension TransportConformance {
    /// The TLS cases.
    static let tlsCases: [Case] = trustCases + clientCertificateCases + tlsConnectionCases

    /// Trust in server certificates.
    private static let trustCases: [Case] = [
        Case(.tls, "trustsTheGivenAuthority", over: .tls, serving: .text("ok")) { site in
            try site.expectText()
            let byName = HTTPRequest.to("localhost:\(site.server.port)", scheme: "https")
            try site.transport.start(byName).expectText("ok")
        },
        tlsCase("doesNotTrustAnUnknownAuthority") { context, _ in
            try context.expectRefusal(.untrustedCertificate) { $0.certificateAuthorityFile = nil }
        },
        tlsCase("trustsOnlyTheGivenAuthority") { context, certificates in
            try context.expectRefusal(.untrustedCertificate) {
                $0.certificateAuthorityFile = certificates.selfSigned.certificateFile
            }
        },
        tlsCase("doesNotTrustACertificateForAnotherHost") { try $0.expectRefusal(.wrongHost, of: $1.otherHost) },
        tlsCase("doesNotTrustAnExpiredCertificate") { try $0.expectRefusal(.expiredCertificate, of: $1.expired) },
        tlsCase("doesNotTrustASelfSignedCertificate") { context, certificates in
            try context.expectRefusal(.untrustedCertificate, of: certificates.selfSigned)
        },
        tlsCase("doesNotShareConnectionsWithATrustingTransport") { context, _ in
            let trusting = try context.site { _ in .text("ok") }
            try trusting.expectText()
            let transport = try context.transport { $0.certificateAuthorityFile = nil }
            try Site(server: trusting.server, transport: transport).failure(with: [.tls], .untrustedCertificate)
            try trusting.expectText()
        },
        tlsCase("rejectsAnUnusableAuthorityFile") { context, _ in
            let garbage = try TemporaryFile(Array("this is no certificate".utf8))
            try context.expectInvalidOptions(
                { $0.certificateAuthorityFile = "/nonexistent/hush-1.pem" },
                { $0.certificateAuthorityFile = garbage.path })
        },
        Case(.tls, "reportsAServerWithoutTLS") { context in
            let server = try context.serve { _ in .text("ok") }
            try context.transport().start(.to(server.authority, scheme: "https")).failure(with: [.tls], .handshake)
        },
        tlsCase("reportsAServerThatRequiresTLS") { context, _ in
            // To a client without TLS, such a server appears to close the connection or to send bytes that are not
            // HTTP.
            let site = try context.site(options: { $0.certificateAuthorityFile = nil }) { _ in .text("ok") }
            try site.transport.start(.to(site.server.authority)).failure(with: [.closedEarly, .malformedResponse])
            try expect(site.server.requests.count, is: 0, "the number of received requests")
        },
    ]

    /// Creates a case that uses test certificates and TLS servers.
    static func tlsCase(
        _ name: String, in group: Group = .tls,
        _ body: @escaping @Sendable (CaseContext, TestCertificates) throws -> Void
    ) -> Case {
        Case(group, name, over: .tls) { context in try body(context, TestCertificates.shared()) }
    }
}

extension CaseContext {
    /// Expects that a transport rejects a server's certificate for the given reason before it sends the request.
    ///
    /// The certificate is the one for 127.0.0.1, unless another one is given.
    func expectRefusal(
        _ reason: TransportError.Reason, of identity: TestCertificates.Identity? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws {
        let site = try site(
            server: { if let identity { $0.tls = .init(identity) } }, options: change, { _ in .text("ok") })
        for _ in 0..<2 {
            let response = try site.failure(with: [.tls], reason).response
            try expect(response.status, is: 0, "the status code (0 means no response head)")
        }
        try expect(site.server.requests.count, is: 0, "the number of received requests")
    }
}
