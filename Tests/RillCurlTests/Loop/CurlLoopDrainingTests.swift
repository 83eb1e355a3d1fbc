#if os(Linux)
    import RillHTTPTestSupport
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTesting
    @testable import RillHTTPTypes
    @testable import RillTransportConformance

    /// Exchanges that start while the rest of a canceled exchange's response is read, without a time limit for the rest.
    @Suite(.timeLimit(.minutes(2))) struct CurlLoopDrainingTests {
        private let gate = LoopbackServer.Gate()

        private func makeLoop(_ change: (inout TransportOptions) -> Void = { _ in }) -> CurlLoop {
            var options = TransportOptions.withoutTimeouts
            options.drainTime = .seconds(3_600)
            change(&options)
            return CurlLoop(options: options)
        }

        /// Creates a server whose responses to `/canceled` end when the gate is open.
        private func makeServer(_ framing: LoopbackServer.Framing = .length(4)) throws -> LoopbackServer {
            try LoopbackServer { [gate] request in
                request.path == "/canceled"
                    ? .steps([.head(framing), .wait(for: gate), .bytes("rest"), .finish()]) : .text("ok")
            }
        }

        /// Starts exchanges, and cancels them when their heads have arrived.
        private func cancelExchanges(_ count: Int = 1, on loop: CurlLoop, _ server: LoopbackServer) throws {
            let exchanges = try (0..<count).map { _ in try loop.start("GET", server.baseURL + "/canceled") }
            for exchange in exchanges { try #require(exchange.recorder.wait { !$0.heads.isEmpty } != nil) }
            for exchange in exchanges { exchange.transfer.cancel() }
        }

        /// Runs an exchange that does not wait.
        ///
        /// The loop has then processed all earlier commands.
        private func expectImmediateStart(on loop: CurlLoop, _ server: LoopbackServer) throws {
            #expect(try loop.run("GET", server.baseURL + "/")?.text == "ok")
        }

        @Test(arguments: [LoopbackServer.Framing.chunked, .length(1 << 20)])
        func nextExchangeDoesNotWaitForALongRest(framing: LoopbackServer.Framing) throws {
            let server = try makeServer(framing)
            defer { server.stop() }
            let loop = makeLoop()
            try cancelExchanges(on: loop, server)
            try expectImmediateStart(on: loop, server)
            #expect(server.connections.count == 2)
        }

        @Test func oneExchangeWaitsForEachConnection() throws {
            let server = try makeServer()
            defer { server.stop() }
            let loop = makeLoop()
            try cancelExchanges(2, on: loop, server)
            let waiting = try (0..<2).map { _ in try loop.start("GET", server.baseURL + "/").recorder }
            try expectImmediateStart(on: loop, server)
            #expect(server.requests.map(\.path) == ["/canceled", "/canceled", "/"])
            gate.open()
            for recorder in waiting { #expect(recorder.waitForEnd()?.text == "ok") }
            #expect(server.connections.count == 3)
        }

        @Test func canceledWaitingExchangeIsReplaced() throws {
            let server = try makeServer()
            defer { server.stop() }
            let loop = makeLoop()
            try cancelExchanges(on: loop, server)
            try loop.start("GET", server.baseURL + "/never").transfer.cancel()
            let first = try loop.start("GET", server.baseURL + "/never").transfer
            try expectImmediateStart(on: loop, server)
            first.cancel()
            let waiting = try loop.start("GET", server.baseURL + "/waiting").recorder
            try expectImmediateStart(on: loop, server)
            gate.open()
            #expect(waiting.waitForEnd()?.text == "ok")
            #expect(server.requests.map(\.path) == ["/canceled", "/", "/", "/waiting"])
            #expect(server.connections.count == 2)
        }

        @Test func timeLimitsIncludeTheWait() throws {
            let server = try makeServer()
            defer { server.stop() }
            let clock = TestScheduler()
            let loop = makeLoop {
                $0.scheduler = clock
                $0.totalTimeout = .seconds(5)
            }
            try cancelExchanges(on: loop, server)
            let waiting = try loop.start("GET", server.baseURL + "/never").recorder
            try expectImmediateStart(on: loop, server)
            clock.advance(by: .seconds(6))
            #expect(waiting.waitForEnd()?.failure?.reason == .total)
            #expect(!server.requests.contains { $0.path == "/never" })
        }

        @Test func shutdownFailsWaitingExchange() throws {
            let server = try makeServer()
            defer { server.stop() }
            let loop = makeLoop()
            try cancelExchanges(on: loop, server)
            let waiting = try loop.start("GET", server.baseURL + "/never").recorder
            try expectImmediateStart(on: loop, server)
            loop.shutDown()
            #expect(waiting.waitForEnd()?.failure?.code == .cancelled)
            #expect(!server.requests.contains { $0.path == "/never" })
        }
    }
#endif
