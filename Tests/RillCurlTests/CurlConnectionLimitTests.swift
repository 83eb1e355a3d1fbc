#if os(Linux)
    import Dispatch
    import Rill
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillTestSupport
    import Synchronization
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    /// Connections in use are not limited by default; idle connections are.
    @Suite struct CurlConnectionLimitTests {
        /// Creates a server that responds when it has received a number of requests.
        private func server(waitingFor count: Int) throws -> LoopbackServer {
            let arrived = Atomic(0)
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.maximumConnections = 2 * count
            return try LoopbackServer(options: options) { _ in
                if arrived.add(1, ordering: .relaxed).newValue == count { gate.open() }
                return .steps([.wait(for: gate), .head(.length(2)), .bytes("ok"), .finish()])
            }
        }

        /// Sends requests with a maximum concurrency.
        ///
        /// Returns the number of successful responses.
        private func send(
            _ count: Int, atOnce: Int, to server: LoopbackServer, over transport: CurlTransport
        ) throws -> Int {
            let request = HTTPRequest("GET", server.baseURL + "/")
            return try Observable.from(0..<count)
                .flatMap(maxConcurrent: atOnce) { _ in transport.send(request, body: nil) }
                .reduce(0) { number, event in
                    if case .chunk = event { number + 1 } else { number }
                }
                .wait(timeout: .seconds(120))
        }

        @Test func connectionsOfThousandConcurrentRequestsAreReused() throws {
            let count = 1_000
            let server = try server(waitingFor: count)
            defer { server.stop() }
            let transport = CurlTransport(options: .withoutTimeouts)
            #expect(try send(4 * count, atOnce: count, to: server, over: transport) == 4 * count)
            // The connection of an exchange that has just ended may not yet be available for the next one.
            #expect(server.connections.count < count + count / 4)
            // Up to four threads keep 256 connections each, plus the one that has just become idle.
            try server.waitForOpenConnections(atMost: 4 * 257, timeout: .seconds(60))
        }

        @Test func idleConnectionsAreLimited() throws {
            let count = 500
            let server = try server(waitingFor: count)
            defer { server.stop() }
            // A limit keeps all exchanges on one thread.
            var options = TransportOptions.withoutTimeouts
            options.maximumConnections = 10_000
            let transport = CurlTransport(options: options)
            #expect(try send(count, atOnce: count, to: server, over: transport) == count)
            try server.waitForOpenConnections(atMost: 257, timeout: .seconds(60))
            #expect(server.connections.count { $0.end == nil } >= 200)
            withExtendedLifetime(transport) {}
        }

        /// libcurl closes at most one connection for each exchange that ends, and compares with a limit that was set
        /// before the exchanges ended.
        @Test func idleConnectionsAreLimitedWhenExchangesEndTogether() throws {
            let count = 400
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.maximumConnections = 2 * count
            let server = try LoopbackServer(options: options) { _ in
                .steps([.head(.length(2)), .bytes("o"), .wait(for: gate), .bytes("k"), .finish()])
            }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let isBlocked = DispatchSemaphore(value: 0)
            let canContinue = DispatchSemaphore(value: 0)
            let exchanges = try (0..<count).map { _ in try startPausing(loop, server.baseURL + "/") }
            for exchange in exchanges { try #require(exchange.recorder.wait(timeout: 60) { $0.byteCount == 1 } != nil) }
            gate.open()
            try server.waitForBodyBytes(2 * count)
            // The loop's thread is blocked while all exchanges are resumed, so that it resumes them together.
            let blocker = CurlRecorder { notes in
                guard notes.chunkCount == 1 else { return }
                isBlocked.signal()
                _ = canContinue.wait(timeout: .now() + 20)
            }
            _ = try loop.start("GET", server.baseURL + "/", recorder: blocker)
            try #require(isBlocked.wait(timeout: .now() + 20) == .success)
            for exchange in exchanges { exchange.transfer.resume() }
            canContinue.signal()
            for exchange in exchanges { #expect(exchange.recorder.waitForEnd()?.results == [.completed]) }
            // The limit, plus the connection that has just become idle.
            try server.waitForOpenConnections(atMost: 257)
            #expect(try loop.run("GET", server.baseURL + "/")?.text == "ok")
            withExtendedLifetime(loop) {}
        }

        /// Starts an exchange that pauses at its first chunk.
        private func startPausing(
            _ loop: CurlLoop, _ url: String
        ) throws -> (transfer: CurlTransfer, recorder: CurlRecorder) {
            let transfers = Log<CurlTransfer>()
            let recorder = CurlRecorder { notes in
                if notes.byteCount == 1 { transfers.entries.first?.pause() }
            }
            let transfer = CurlTransfer(request: try CurlRequest(HTTPRequest("GET", url), body: nil), handler: recorder)
            transfers.append(transfer)
            try loop.start(transfer)
            return (transfer, recorder)
        }
    }
#endif
