#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillServiceTestSupport
    import RillTestSupport
    import RillTesting
    import Testing

    @testable import RillHTTPTesting
    @testable import RillTransportConformance

    /// The metrics of attempts over libcurl.
    ///
    /// A phase is at least as long as its delay; there is no upper bound.
    ///
    /// Name resolution has no delay, because libcurl uses the resolver of the system. The TCP connection has none either: a
    /// listening socket with a full backlog drops the first packet of the client without an event, and the client repeats it
    /// only after a second. The part of the connect phase that a test delays is the negotiation with a proxy.
    @Suite struct CurlMetricsTests {
        private struct Message: Request {
            var method = HTTPRequest.Method.get
            var path: URLPath = "/"
            var headerFields: HTTPFields = [:]
            var body: HTTPBody?

            typealias Response = Data
        }

        private let limit = Duration.seconds(30)
        private let delay = Duration.milliseconds(30)
        private let log = Log<ExchangeMetrics>()

        private func client(
            _ baseURL: String, middleware: [any Middleware] = [],
            _ change: (inout TransportOptions) -> Void = { _ in }
        ) -> Client {
            var options = TransportOptions.withoutTimeouts
            change(&options)
            var client = Client(
                baseURL: baseURL, transport: CurlTransport(options: options), middleware: middleware)
            client.onMetrics = { [log] in log.append($0) }
            return client
        }

        /// Sends a request and returns the metrics of its only attempt.
        private func metrics(
            _ client: Client, _ message: Message = Message(), sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> TransportMetrics {
            _ = try client.send(message).wait(timeout: limit)
            let attempts = log.entries.last?.attempts ?? []
            #expect(attempts.count == 1, sourceLocation: sourceLocation)
            return try #require(attempts.last?.metrics, sourceLocation: sourceLocation)
        }

        @Test func firstRequestConnects() throws {
            let server = try LoopbackServer { _ in .text("hello") }
            defer { server.stop() }
            let metrics = try metrics(client(server.baseURL))
            #expect(metrics.queue != nil && metrics.nameResolution != nil && metrics.connect != nil)
            #expect(metrics.tls == nil)
            #expect(metrics.request == nil)
            #expect(metrics.firstByte != nil)
            #expect(metrics.transfer != nil)
            #expect(metrics.isConnectionReused == false)
            #expect(metrics.httpVersion == "1.1")
            #expect(metrics.tlsVersion == nil)
            #expect(metrics.remoteAddress == "127.0.0.1" && metrics.remotePort == Int(server.port))
            #expect(metrics.decodedBytes == 5)
        }

        @Test func secondRequestReusesConnection() throws {
            let server = try LoopbackServer { _ in .text("hello") }
            defer { server.stop() }
            let client = client(server.baseURL)
            _ = try metrics(client)
            let metrics = try metrics(client)
            #expect(metrics.isConnectionReused == true)
            #expect((metrics.nameResolution, metrics.connect, metrics.tls) == (nil, nil, nil))
            #expect(metrics.remotePort == Int(server.port) && metrics.httpVersion == "1.1")
        }

        @Test func connectTakesAtLeastDelayOfProxy() throws {
            let server = try LoopbackServer { _ in .text("hello") }
            defer { server.stop() }
            let proxy = try LoopbackProxy(.socks5)
            defer { proxy.stop() }
            let relay = try DelayingRelay(to: proxy.server.port, delay: delay)
            defer { relay.stop() }
            let client = client("http://service.example:\(server.port)") {
                $0.proxy = .url("socks5h://\(relay.authority)")
            }
            let first = try metrics(client)
            #expect(try #require(first.connect) >= delay)
            #expect(first.tls == nil && first.isConnectionReused == false)
            let second = try metrics(client)
            #expect(second.connect == nil && second.isConnectionReused == true)
        }

        @Test(
            .enabled("needs openssl and libssl") {
                TestCertificates.skipReason == nil && LoopbackServer.TLS.skipReason == nil
            })
        func handshakeTakesAtLeastItsDelay() throws {
            let certificates = try TestCertificates.shared()
            var options = LoopbackServer.Options()
            options.tls = .init(certificates.server)
            let server = try LoopbackServer(options: options) { _ in .text("hello") }
            defer { server.stop() }
            let relay = try DelayingRelay(to: server.port, delay: delay)
            defer { relay.stop() }
            let client = client("https://\(relay.authority)") {
                $0.certificateAuthorityFile = certificates.authorityFile
            }
            let first = try metrics(client)
            #expect(try #require(first.tls) >= delay)
            #expect(first.connect != nil)
            #expect(first.isConnectionReused == false)
            #expect(first.tlsVersion == "1.3")
            let second = try metrics(client)
            #expect(second.tls == nil && second.isConnectionReused == true && second.tlsVersion == "1.3")
        }

        @Test func requestTakesAtLeastDelayOfReader() throws {
            let server = try LoopbackServer { _ in .text("hello") }
            defer { server.stop() }
            let relay = try DelayingRelay(to: server.port, delay: delay)
            defer { relay.stop() }
            let body = HTTPBody([UInt8](repeating: 1, count: 16 << 20), contentType: nil)
            let metrics = try metrics(
                client("http://\(relay.authority)"), Message(method: .post, body: body))
            #expect(try #require(metrics.request) >= delay)
            #expect(metrics.sentBytes == relay.sentBytes)
        }

        @Test func firstByteTakesAtLeastDelayOfServer() throws {
            let server = try LoopbackServer { [delay] _ in .steps([.pause(delay), .bytes("hello"), .finish()]) }
            defer { server.stop() }
            #expect(try #require(metrics(client(server.baseURL)).firstByte) >= delay)
        }

        @Test func bodyAfterContinueBelongsToRequest() throws {
            let server = try LoopbackServer { [delay] _ in .steps([.pause(delay), .bytes("hello"), .finish()]) }
            defer { server.stop() }
            let body = HTTPBody([UInt8](repeating: 1, count: 100_000), contentType: nil)
            let metrics = try metrics(
                client(server.baseURL), Message(method: .post, headerFields: [.expect: "100-continue"], body: body))
            #expect(metrics.request != nil)
            #expect(try #require(metrics.firstByte) >= delay)
        }

        @Test func transferTakesAtLeastDelayOfBody() throws {
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { [delay] _ in
                .steps([.bytes("hel"), .wait(for: gate), .pause(delay), .bytes("lo"), .finish()])
            }
            defer { server.stop() }
            let client = client(server.baseURL)
            _ = try client.stream(Message(), as: .chunks).do(onNext: { _ in gate.open() }).wait(timeout: limit)
            let metrics = try #require(log.entries.first?.attempts.first?.metrics)
            #expect(try #require(metrics.transfer) >= delay)
            #expect(metrics.decodedBytes == 5)
        }

        @Test func queueTakesAtLeastWaitForConnection() throws {
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { [delay] request in
                request.path == "/first"
                    ? .steps([.wait(for: gate), .pause(delay), .bytes("1"), .finish()]) : .text("hello")
            }
            defer { server.stop() }
            let client = client(server.baseURL) { $0.maximumConnections = 1 }
            let first = Recorder(client.send(Message(path: "/first")))
            try server.waitForRequests(1, timeout: limit)
            let second = Recorder(client.send(Message(path: "/second")))
            gate.open()
            #expect(first.waitForEnd(timeout: limit) && second.waitForEnd(timeout: limit))
            let metrics = try #require(log.entries.last?.attempts.last?.metrics)
            #expect(try #require(metrics.queue) >= delay)
            #expect(metrics.isConnectionReused == true)
        }

        @Test(arguments: [0, 100, 200_000])
        func countsBytesOnWire(size: Int) throws {
            let server = try LoopbackServer { _ in
                .data(CodedSamples.gzip).adding("Content-Encoding", "gzip")
            }
            defer { server.stop() }
            let relay = try DelayingRelay(to: server.port, delay: .zero)
            defer { relay.stop() }
            let body = size == 0 ? nil : HTTPBody([UInt8](repeating: 1, count: size), contentType: nil)
            let metrics = try metrics(
                client("http://\(relay.authority)"), Message(method: size == 0 ? .get : .post, body: body))
            #expect(metrics.sentBytes == relay.sentBytes && metrics.sentBytes > size)
            #expect(metrics.receivedBytes == relay.receivedBytes)
            #expect(metrics.receivedBytes > CodedSamples.gzip.count)
            #expect(metrics.decodedBytes == CodedSamples.text.utf8.count)
        }

        @Test func eachAttemptHasMetrics() throws {
            let heads = Log<Int>()
            let server = try LoopbackServer { request in
                heads.append(1).count == 1 ? .status(.serviceUnavailable) : .text("hello")
            }
            defer { server.stop() }
            let retry = Retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: ImmediateScheduler.shared)
            _ = try client(server.baseURL, middleware: [retry]).send(Message()).wait(timeout: limit)
            let attempts = try #require(log.entries.first?.attempts)
            #expect(attempts.map(\.status) == [.serviceUnavailable, .ok])
            #expect(attempts.allSatisfy { $0.metrics?.firstByte != nil })
        }

        @Test func resendOnNewConnectionHasMetricsOfItsOwn() throws {
            let connections = Log<Int>()
            let server = try LoopbackServer { request in
                let isFirst = connections.append(request.connection).count { $0 == request.connection } == 1
                return isFirst ? .text("ok") : .steps([.close])
            }
            defer { server.stop() }
            let client = client(server.baseURL)
            _ = try metrics(client)
            _ = try client.send(Message()).wait(timeout: limit)
            let attempts = try #require(log.entries.last?.attempts)
            #expect(attempts.map { $0.metrics?.isConnectionReused } == [true, false])
            #expect(attempts.first?.metrics?.connect == nil && attempts.last?.metrics?.connect != nil)
            #expect(attempts.first?.metrics?.sentBytes == attempts.last?.metrics?.sentBytes)
        }

        @Test func refusedConnectionEndsInConnect() throws {
            let server = try LoopbackServer { _ in .text("hello") }
            let base = server.baseURL
            server.stop()
            let error = #expect(throws: APIError.self) {
                try client(base).send(Message()).wait(timeout: limit)
            }
            let metrics = try #require(error?.history.first?.metrics)
            #expect(metrics.connect != nil && metrics.firstByte == nil && metrics.transfer == nil)
            #expect(metrics.isConnectionReused == nil && metrics.httpVersion == nil)
            #expect(metrics.remoteAddress == nil && metrics.remotePort == nil)
        }

        @Test func unobservedExchangeIsNotMeasured() throws {
            let server = try LoopbackServer { _ in .status(.notFound) }
            defer { server.stop() }
            var client = client(server.baseURL)
            client.onMetrics = nil
            let error = #expect(throws: APIError.self) { try client.send(Message()).wait(timeout: limit) }
            #expect(error?.history.count == 1)
            #expect(error?.history.first?.metrics == nil)
        }
    }
#endif
