#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import Testing

    @testable import RillHTTPTesting

    /// The loopback server with TLS.
    ///
    /// Skipped if openssl is not installed.
    @Suite(
        .enabled("requires openssl and libssl") {
            TestCertificates.skipReason == nil && LoopbackServer.TLS.skipReason == nil
        })
    struct LoopbackServerTLSTests {
        private let limit = Duration.seconds(30)
        private let certificates: TestCertificates

        init() throws {
            certificates = try TestCertificates.shared()
        }

        private func serve(
            fault: LoopbackServer.TLS.Fault? = nil, clientAuthorityFile: String? = nil,
            _ handler: @escaping LoopbackServer.Handler
        ) throws -> LoopbackServer {
            var options = LoopbackServer.Options()
            options.tls = .init(certificates.server, clientAuthorityFile: clientAuthorityFile, fault: fault)
            return try LoopbackServer(options: options, handler: handler)
        }

        private func transport() -> CurlTransport {
            var options = TransportOptions()
            options.proxy = .none
            options.certificateAuthorityFile = certificates.authorityFile
            return CurlTransport(options: options)
        }

        private func request(
            _ server: LoopbackServer, _ path: String = "/", method: HTTPRequest.Method = .get
        ) -> HTTPRequest {
            HTTPRequest(method: method, scheme: "https", authority: server.authority, path: path)
        }

        @Test func baseURLUsesHTTPS() throws {
            let server = try serve { _ in .text("") }
            defer { server.stop() }
            #expect(server.isSecure)
            #expect(server.baseURL == "https://127.0.0.1:\(server.port)")
        }

        @Test func servesSeveralRequestsOnOneConnection() throws {
            let server = try serve { request in .text("\(request) \(request.bodyText)") }
            defer { server.stop() }
            let transport = transport()
            for number in 1...3 {
                let body = HTTPBody("piece \(number)")
                let events = try transport.send(request(server, "/\(number)", method: .post), body: body).toArray()
                    .wait(timeout: limit)
                #expect(events.last == .chunk(Array("POST /\(number) piece \(number)".utf8)))
            }
            #expect(server.connections.map(\.requestCount) == [3])
        }

        @Test func countsBodyBytes() throws {
            let size = 3 << 20
            let server = try serve { _ in .pattern(byteCount: size) }
            defer { server.stop() }
            let count = try transport().send(request(server), body: nil).reduce(0) { count, event in
                if case .chunk(let bytes) = event { count + bytes.count } else { count }
            }.wait(timeout: limit)
            #expect(count == size)
            #expect(try server.waitForBodyBytes(size, timeout: limit) == size)
        }

        @Test func sendsCloseNotificationUnlessDisabled() throws {
            for fault in [nil, LoopbackServer.TLS.Fault.closesWithoutNotice] {
                let server = try serve(fault: fault) { _ in .steps([.head(.untilClose), .bytes("hello"), .close]) }
                defer { server.stop() }
                // Without the notification, the exit code depends on the openssl version, but the received messages are printed.
                let request = #"printf 'GET / HTTP/1.1\r\nHost: h\r\n\r\n'"#
                let client = "openssl s_client -connect \(server.authority) -msg -ign_eof"
                let output = try SystemTool("sh").run(["-c", "\(request) | \(client) 2>&1; true"])
                #expect(output.contains("hello"))
                let notices = output.split(separator: "\n").filter { $0.contains("<<<") && $0.contains("close_notify") }
                #expect(notices.count == (fault == nil ? 1 : 0), "\(output)")
            }
        }

        @Test func stopsDuringHandshakesAndResponses() throws {
            let stalled = try serve(fault: .stallsInHandshake) { _ in .stall }
            let silent = try serve { _ in .stall }
            let endless = try serve { _ in .pattern(byteCount: 1 << 40) }
            let transport = transport()
            let subscriptions = [stalled, silent, endless].map { server in
                transport.send(request(server), body: nil).subscribe(onNext: { _ in }, onError: { _ in })
            }
            let client = try RawClient(port: silent.port)
            #expect(stalled.record.wait(timeout: limit) { $0.connections.isEmpty ? nil : true } == true)
            try silent.waitForRequests(1, timeout: limit)
            try endless.waitForBodyBytes(1 << 20, timeout: limit)
            for server in [stalled, silent, endless] { server.stop() }
            for server in [stalled, silent, endless] { #expect(server.connections.allSatisfy { $0.end != nil }) }
            #expect(throws: RawClient.Failure.self) { while true { _ = try client.receiveSome() } }
            for subscription in subscriptions { subscription.dispose() }
        }

        @Test func rejectsUnusableFiles() throws {
            let missing = LoopbackServer.TLS(certificateFile: "/nonexistent.pem", keyFile: certificates.server.keyFile)
            expectRejection(of: missing, message: "cannot use the certificate /nonexistent.pem: ")
            let swapped = LoopbackServer.TLS(
                certificateFile: certificates.server.certificateFile, keyFile: certificates.client.keyFile)
            expectRejection(of: swapped, message: "key values mismatch")
            expectRejection(of: .init(certificates.encryptedClient), message: "encrypted.key with ")
            expectRejection(
                of: .init(certificates.server, clientAuthorityFile: "/nonexistent.pem"),
                message: "cannot use the client certificate authorities /nonexistent.pem"
            )
        }

        private func expectRejection(
            of tls: LoopbackServer.TLS, message text: String, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            var options = LoopbackServer.Options()
            options.tls = tls
            let error = #expect(throws: LoopbackServer.TLSError.self, sourceLocation: sourceLocation) {
                try LoopbackServer(options: options) { _ in .text("") }
            }
            #expect(
                error?.description.contains(text) == true, "\(error?.description ?? "")", sourceLocation: sourceLocation
            )
        }

        @Test func doesNotRespondToPlainRequests() throws {
            let server = try serve { _ in .text("secret") }
            defer { server.stop() }
            let client = try RawClient(port: server.port)
            try client.send(RawClient.get)
            #expect(throws: RawClient.Failure.self) { while true { _ = try client.receiveSome() } }
            #expect(server.requests.isEmpty)
        }

        @Test func createsCertificatesOnce() throws {
            let again = try TestCertificates.shared()
            #expect(again.server == certificates.server)
            for identity in [again.server, again.otherHost, again.expired, again.selfSigned, again.encryptedClient] {
                for file in [identity.certificateFile, identity.keyFile] {
                    #expect(FileManager.default.fileExists(atPath: file), "\(file)")
                }
            }
        }
    }
#endif
