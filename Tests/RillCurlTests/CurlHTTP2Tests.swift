#if os(Linux)
    import CRillCurl
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillTransportConformance
    import Testing

    /// HTTP/2 behavior of `CurlTransport` beyond the conformance suite.
    ///
    /// Requires nginx.
    @Suite(.enabled("needs nginx and openssl") { HTTP2Peer.skipReason == nil })
    struct CurlHTTP2Tests {
        private let limit = Duration.seconds(30)

        private func request(_ peer: HTTP2Peer, _ path: String) -> HTTPRequest {
            HTTPRequest(method: .get, scheme: peer.scheme, authority: peer.authority, path: path)
        }

        private func transport(_ peer: HTTP2Peer, _ change: (inout TransportOptions) -> Void = { _ in })
            -> CurlTransport
        {
            var options = TransportOptions.withoutTimeouts
            options.certificateAuthorityFile = peer.authorityFile
            change(&options)
            return CurlTransport(options: options)
        }

        /// Starts a server that responds to `/small` with a short text, and to other requests with a body of the given size.
        private func makePeer(largeSize size: Int) throws -> (LoopbackServer, HTTP2Peer) {
            let server = try LoopbackServer { request in
                request.path == "/small" ? .text("small") : .pattern(byteCount: size)
            }
            return (server, try HTTP2Peer(inFrontOf: server))
        }

        @Test func moreThanHundredStreamsUseSeveralConnections() async throws {
            // libcurl opens at most 100 streams per connection.
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.maximumConnections = 1_000
            let server = try LoopbackServer(options: options) { _ in
                .steps([.wait(for: gate), .head(), .bytes("ok"), .finish()])
            }
            defer { server.stop() }
            let peer = try HTTP2Peer(inFrontOf: server)
            defer { peer.stop() }
            let transport = transport(peer)
            let field: HTTPField.Name = "X-Connection"
            let connections = Task {
                try await Observable.from(0..<150)
                    .flatMap(maxConcurrent: 150) { number in
                        transport.send(request(peer, "/\(number)"), body: nil)
                    }
                    .compactMap { event in
                        if case .head(let head) = event { head.headerFields[field] } else { nil }
                    }
                    .toArray().firstValue()
            }
            try await server.waitForRequests(150, timeout: limit)
            gate.open()
            let numbers = try await connections.value
            #expect(numbers.count == 150)
            #expect(Set(numbers).count > 1)
            #expect(numbers.count { $0 == numbers[0] } <= 100)
        }

        @Test func parallelPOSTsDoNotFailWhenTheServerClosesConnections() async throws {
            var options = LoopbackServer.Options()
            options.maximumConnections = 1_000
            let server = try LoopbackServer(options: options) { _ in .text("ok") }
            defer { server.stop() }
            let peer = try HTTP2Peer(inFrontOf: server, requestsPerConnection: 50)
            defer { peer.stop() }
            let transport = transport(peer)
            var request = request(peer, "/")
            request.method = .post
            let outcomes = try await Observable.from(0..<1_000)
                .flatMap(maxConcurrent: 40) { [request] _ in
                    transport.send(request, body: HTTPBody("hello")).toArray().map { _ in "ok" }.catch {
                        .just("\($0)")
                    }
                }
                .toArray().firstValue()
            #expect(Set(outcomes) == ["ok"])
            #expect(server.requests.count == 1_000)
        }

        @Test func responseContainsNoDataOfACanceledOne() async throws {
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { request in
                switch request.path {
                case "/held": .steps([.head(), .bytes("x"), .wait(for: gate), .finish()])
                case "/canceled": .data([UInt8](repeating: 1, count: 8 << 20))
                default: .data([UInt8](repeating: 2, count: 3 << 20))
                }
            }
            defer { server.stop() }
            let peer = try HTTP2Peer(inFrontOf: server)
            defer { peer.stop() }
            let transport = transport(peer)
            let limited = Client(baseURL: peer.baseURL, transport: transport, bodyLimit: 1_000_000)
            let client = Client(baseURL: peer.baseURL, transport: transport)
            // Keeps the connection in use.
            var held = transport.send(request(peer, "/held"), body: nil).values.makeAsyncIterator()
            _ = try await held.next()
            for _ in 0..<10 {
                await #expect(throws: APIError.self) {
                    try await limited.send(Endpoint<Data>("/canceled", parser: .data)).firstValue()
                }
                let body = try await client.send(Endpoint<Data>("/", parser: .data)).firstValue()
                #expect(body.count == 3 << 20)
                #expect(body.allSatisfy { $0 == 2 })
            }
            gate.open()
        }

        /// The connection is read for the other exchanges, also while the subscriber processes a chunk.
        ///
        /// Before version 8.14, libcurl does not always open the flow-control window after a pause.
        @Test(
            .enabled("libcurl 8.1 to 8.13 can stop a paused response") {
                ccurl_open() == nil && !(0x08_01_00..<0x08_0E_00 ~= ccurl_version_number())
            })
        func slowSubscriberReceivesCompleteBody() async throws {
            let size = 128 << 20
            let (server, peer) = try makePeer(largeSize: size)
            defer { peer.stop() }
            defer { server.stop() }
            let transport = transport(peer)
            var slow = transport.send(request(peer, "/large"), body: nil).values.makeAsyncIterator()
            _ = try await slow.next()
            var count = 0
            while case .chunk(let bytes)? = try await slow.next() {
                count += bytes.count
                _ = try await transport.send(request(peer, "/small"), body: nil).toArray().firstValue()
            }
            #expect(count == size)
        }

        @Test func pausedStreamBuffersAtMostItsWindow() async throws {
            let size = 96 << 20
            let (server, peer) = try makePeer(largeSize: size)
            defer { peer.stop() }
            defer { server.stop() }
            let transport = transport(peer)
            var paused = transport.send(request(peer, "/large"), body: nil).values.makeAsyncIterator()
            _ = try await paused.next()
            for _ in 0..<200 { _ = try await transport.send(request(peer, "/small"), body: nil).toArray().firstValue() }
            // In addition to the window of 32 MiB, the buffers of two connections are filled.
            #expect(server.bodyBytesWritten < 56 << 20)
            var count = 0
            while case .chunk(let bytes)? = try await paused.next() { count += bytes.count }
            #expect(count == size)
        }
    }
#endif
