#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTesting
    import Testing

    /// Regression tests for defects found in `CurlTransport`.
    @Suite struct CurlRegressionTests {
        private let limit = Duration.seconds(30)

        private func transport(_ change: (inout TransportOptions) -> Void) -> CurlTransport {
            var options = TransportOptions.withoutTimeouts
            change(&options)
            return CurlTransport(options: options)
        }

        private func request(_ server: LoopbackServer, _ method: HTTPRequest.Method = .get) -> HTTPRequest {
            HTTPRequest(method: method, scheme: "http", authority: server.authority, path: "/")
        }

        private func error(of exchange: Observable<TransportEvent>) -> TransportError? {
            #expect(throws: TransportError.self) { try exchange.wait(timeout: limit) }
        }

        @Test(arguments: [nil, Duration.seconds(60)])
        func idleTimeoutAppliesForAnyResponseTimeout(responseTimeout: Duration?) throws {
            let server = try LoopbackServer { _ in .steps([.head(.length(20)), .bytes("0123456789"), .stall]) }
            defer { server.stop() }
            let transport = transport {
                $0.responseTimeout = responseTimeout
                $0.idleTimeout = .milliseconds(200)
            }
            let start = ContinuousClock.now
            #expect(error(of: transport.send(request(server), body: nil))?.reason == .betweenBytes)
            #expect(ContinuousClock.now - start < .seconds(20))
        }

        @Test func waitingForConnectionDoesNotTimeOut() throws {
            let server = try LoopbackServer { _ in .steps([.pause(.milliseconds(400)), .head(), .finish()]) }
            defer { server.stop() }
            let transport = transport {
                $0.maximumConnectionsPerHost = 1
                $0.responseTimeout = .seconds(1)
            }
            // The last request is sent after 1.6 seconds.
            let all = (0..<5).map { _ in transport.send(request(server), body: nil) }
            try Observable.merge(all).wait(timeout: limit)
            #expect(server.requests.count == 5)
        }

        @Test func streamIgnoringBackPressureFails() throws {
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.earlyResponse = { _ in .steps([.wait(for: gate), .stall]) }
            let server = try LoopbackServer(options: options) { _ in .text("") }
            defer { server.stop() }
            let flood = Observable<[UInt8]>.create { observer in
                for _ in 0..<400 { observer.onNext([UInt8](repeating: 0, count: 1 << 20)) }
                observer.onCompleted()
                return .none
            }
            let error = error(of: transport { _ in }.send(request(server, .post), body: .stream(flood)))
            #expect(error?.code == .sendFailed)
            #expect(error?.text.contains("ignores back-pressure") == true, "\(error?.text ?? "")")
        }

        @Test func errorForInvalidProxyRedactsPassword() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            for url in ["ftp://alice:s3cr3t@127.0.0.1:1", "http://alice:s3cr3t@[::1", "alice:s3cr3t@127.0.0.1:1"] {
                let transport = transport { $0.proxy = .url(url) }
                let error = error(of: transport.send(request(server), body: nil))
                #expect(error.map { !"\($0)".contains("s3cr3t") } == true, "\(String(describing: error))")
            }
        }

        @Test func hugeConnectTimeoutDoesNotTrap() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let transport = transport { $0.connectTimeout = .seconds(Int64.max) }
            try transport.send(request(server), body: nil).wait(timeout: limit)
        }

        @Test func decompressionLimitIgnoresUncompressedBodies() throws {
            let server = try LoopbackServer { request in
                let coding = request.queryItem("coding") ?? "gzip"
                return LoopbackServer.Response(
                    fields: [.contentEncoding: coding], body: Array(repeating: 1, count: 100))
            }
            defer { server.stop() }
            let raw = transport {
                $0.maximumDecompressedSize = 10
                $0.decompresses = false
            }
            try raw.send(request(server), body: nil).wait(timeout: limit)
            var plain = request(server)
            plain.path = "/?coding=identity"
            try transport { $0.maximumDecompressedSize = 10 }.send(plain, body: nil).wait(timeout: limit)
        }
    }
#endif
