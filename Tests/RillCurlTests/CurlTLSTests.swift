#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import Testing

    @testable import RillHTTPTesting

    /// TLS behavior of `CurlTransport` beyond the conformance suite.
    @Suite(
        .enabled("needs openssl and libssl") {
            TestCertificates.skipReason == nil && LoopbackServer.TLS.skipReason == nil
        })
    struct CurlTLSTests {
        private let limit = Duration.seconds(30)
        private let certificates: TestCertificates

        init() throws {
            certificates = try TestCertificates.shared()
        }

        /// Sends a request with a client certificate to a server that requires one, and returns the expected error.
        private func failure(
            with certificate: TransportOptions.ClientCertificate, sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> TransportError? {
            var serverOptions = LoopbackServer.Options()
            serverOptions.tls = .init(certificates.server, clientAuthorityFile: certificates.authorityFile)
            let server = try LoopbackServer(options: serverOptions) { _ in .text("ok") }
            defer { server.stop() }
            var options = TransportOptions.withoutTimeouts
            options.certificateAuthorityFile = certificates.authorityFile
            options.clientCertificate = certificate
            let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
            return #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
                try CurlTransport(options: options).send(request, body: nil).wait(timeout: limit)
            }
        }

        @Test func wrongPassphraseFailsWithoutRevealingIt() throws {
            let encrypted = certificates.encryptedClient
            for passphrase in ["hush", nil] {
                let error = try failure(
                    with: .init(
                        certificateFile: encrypted.certificateFile, keyFile: encrypted.keyFile, passphrase: passphrase))
                #expect(error?.code == .invalidOptions)
                #expect(error?.text.contains("that the passphrase is correct") == true)
                #expect(error?.text.contains("hush") == false)
                #expect(error?.text.contains("/") == false)
            }
        }

        @Test func mismatchedPrivateKeyFails() throws {
            let error = try failure(
                with: .init(
                    certificateFile: certificates.client.certificateFile, keyFile: certificates.server.keyFile))
            #expect(error?.code == .invalidOptions)
            #expect(error?.text.contains("matches the certificate") == true)
            #expect(error?.text.contains("/") == false)
        }

        @Test func missingCertificateFileFails() throws {
            let error = try failure(
                with: .init(certificateFile: "/nonexistent.pem", keyFile: certificates.client.keyFile))
            #expect(error?.code == .invalidOptions)
            #expect(
                error?.text
                    == "cannot use the client certificate: check that the file exists and is in PEM format")
        }

        /// With TLS 1.3, a server can reject a certificate after the client has sent the request, and its alert is often lost.
        @Test(arguments: [true, false]) func closedConnectionMayConcernTheCertificate(hasCertificate: Bool) throws {
            var serverOptions = LoopbackServer.Options()
            serverOptions.tls = .init(certificates.server)
            let server = try LoopbackServer(options: serverOptions) { _ in .steps([.close]) }
            defer { server.stop() }
            var options = TransportOptions.withoutTimeouts
            options.certificateAuthorityFile = certificates.authorityFile
            let client = certificates.client
            let certificate = TransportOptions.ClientCertificate(
                certificateFile: client.certificateFile, keyFile: client.keyFile)
            options.clientCertificate = hasCertificate ? certificate : nil
            let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
            let error = #expect(throws: TransportError.self) {
                try CurlTransport(options: options).send(request, body: nil).wait(timeout: limit)
            }
            #expect(error?.code == .closedEarly)
            #expect(error?.text.contains("may have rejected the certificate") == hasCertificate)
        }

        @Test(arguments: ["127.0.0.1", "%31%327.0.0.1"]) func requestRequiresOneOfThePinnedKeys(host: String) throws {
            var serverOptions = LoopbackServer.Options()
            serverOptions.tls = .init(certificates.server)
            let server = try LoopbackServer(options: serverOptions) { _ in .text("ok") }
            defer { server.stop() }
            func send(_ keys: [String]) throws {
                var options = TransportOptions.withoutTimeouts
                options.certificateAuthorityFile = certificates.authorityFile
                options.pinnedPublicKeys = ["127.0.0.1": keys]
                let request = HTTPRequest(
                    method: .get, scheme: "https", authority: "\(host):\(server.port)", path: "/")
                try CurlTransport(options: options).send(request, body: nil).wait(timeout: limit)
            }
            let otherKey = try certificates.publicKeyHash(of: certificates.client)
            let error = #expect(throws: TransportError.self) { try send([otherKey]) }
            #expect(error?.reason == .wrongPublicKey)
            #expect(server.requests.isEmpty)
            try send([otherKey, try certificates.publicKeyHash(of: certificates.server)])
            #expect(server.requests.count == 1)
        }

        @Test func failedHandshakesLeakNoConnections() throws {
            var serverOptions = LoopbackServer.Options()
            serverOptions.tls = .init(certificates.selfSigned)
            let server = try LoopbackServer(options: serverOptions) { _ in .text("ok") }
            defer { server.stop() }
            var options = TransportOptions.withoutTimeouts
            options.certificateAuthorityFile = certificates.authorityFile
            let transport = CurlTransport(options: options)
            let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
            let failures = try Observable.from(0..<100)
                .flatMap(maxConcurrent: 16) { _ in
                    transport.send(request, body: nil).map { _ in false }.catch { _ in .just(true) }
                }
                .toArray().wait(timeout: limit)
            #expect(failures == Array(repeating: true, count: 100))
            #expect(server.requests.isEmpty)
            for number in 1...server.connections.count { try server.waitForEnd(ofConnection: number, timeout: limit) }
        }
    }
#endif
