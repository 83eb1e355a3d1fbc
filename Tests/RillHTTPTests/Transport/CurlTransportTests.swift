#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// `CurlTransport` as an observable.
    ///
    /// Its components have their own tests.
    @Suite struct CurlTransportTests {
        private let limit = Duration.seconds(30)

        private func request(_ server: LoopbackServer, _ path: String = "/") -> HTTPRequest {
            HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: path)
        }

        @Test func emitsHeadBodyAndCompletion() throws {
            let server = try LoopbackServer { _ in .text("hello") }
            defer { server.stop() }
            let events = try CurlTransport(options: .withoutTimeouts).send(request(server), body: nil).toArray().wait(
                timeout: limit)
            guard case .head(let head)? = events.first else {
                Issue.record("the first event is not a head: \(events)")
                return
            }
            #expect(head.status == .ok)
            let bytes = events.dropFirst().flatMap { event in
                if case .chunk(let bytes) = event { bytes } else { [] as [UInt8] }
            }
            #expect(String(decoding: bytes, as: UTF8.self) == "hello")
        }

        @Test func eachSubscriptionSendsRequest() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let exchange = CurlTransport(options: .withoutTimeouts).send(request(server), body: nil)
            #expect(server.requests.isEmpty)
            for _ in 0..<3 { try exchange.wait(timeout: limit) }
            #expect(server.requests.count == 3)
            #expect(server.connections.count == 1)
        }

        @Test func slowSubscriberAppliesBackPressure() async throws {
            let size = 256 << 20
            let server = try LoopbackServer { _ in .pattern(byteCount: size) }
            defer { server.stop() }
            var iterator = CurlTransport(options: .withoutTimeouts).send(request(server), body: nil).values
                .makeAsyncIterator()
            _ = try await iterator.next()
            var count = 0
            if case .chunk(let bytes)? = try await iterator.next() { count = bytes.count }
            // Only the socket buffers on both sides fill.
            try await server.waitForBodyBytes(1 << 16, timeout: limit)
            #expect(server.bodyBytesWritten < 32 << 20)
            while case .chunk(let bytes)? = try await iterator.next() { count += bytes.count }
            #expect(count == size)
        }

        @Test func disposalClosesConnection() async throws {
            let server = try LoopbackServer { _ in .stall }
            defer { server.stop() }
            let (recorder, subscription) = CurlTransport(options: .withoutTimeouts).send(request(server), body: nil)
                .record()
            try await server.waitForRequests(1, timeout: limit)
            subscription.dispose()
            try await server.waitForEnd(ofConnection: 1, timeout: limit)
            #expect(recorder.events.isEmpty)
        }

        @Test func releasedTransportFinishesRunningExchanges() throws {
            let server = try LoopbackServer { _ in .pattern(byteCount: 8 << 20) }
            defer { server.stop() }
            func exchange() -> Observable<TransportEvent> {
                CurlTransport(options: .withoutTimeouts).send(request(server), body: nil)
            }
            let count = try exchange().reduce(0) { count, event in
                if case .chunk(let bytes) = event { count + bytes.count } else { count }
            }.wait(timeout: limit)
            #expect(count == 8 << 20)
        }

        @Test func failedConnectionHasSpecificCode() throws {
            expect(.couldNotConnect, of: try ClosedPort.request())
            expect(
                .couldNotResolve,
                of: HTTPRequest(method: .get, scheme: "http", authority: "nonexistent.invalid", path: "/"))
            expect(
                .invalidURL,
                of: HTTPRequest(method: .get, scheme: "file", authority: "localhost", path: "/etc/passwd"))
        }

        @Test func truncatedBodyErrorContainsByteCounts() throws {
            let server = try LoopbackServer { _ in .truncated(Array("hello".utf8), declaredLength: 100) }
            defer { server.stop() }
            expect(.closedEarly, of: request(server), text: "5 of 100 bytes")
        }

        @Test func invalidHTTPFailsWithMalformedResponse() throws {
            let server = try LoopbackServer { _ in .garbage }
            defer { server.stop() }
            expect(.malformedResponse, of: request(server))
        }

        @Test func manyConcurrentRequestsComplete() throws {
            let server = try LoopbackServer { request in .text(request.target) }
            defer { server.stop() }
            let transport = CurlTransport(options: .withoutTimeouts)
            let numbers = try Observable.from(0..<500)
                .flatMap(maxConcurrent: 32) { number in
                    transport.send(request(server, "/\(number)"), body: nil).toArray().map { _ in number }
                }
                .toArray().wait(timeout: limit)
            #expect(Set(numbers) == Set(0..<500))
        }

        private func expect(
            _ code: TransportError.Code, of request: HTTPRequest, text: String = "",
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let error = #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
                try CurlTransport(options: .withoutTimeouts).send(request, body: nil).wait(timeout: limit)
            }
            #expect(error?.code == code, sourceLocation: sourceLocation)
            #expect(text.isEmpty || error?.text.contains(text) == true, sourceLocation: sourceLocation)
        }
    }
#endif
