#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import Synchronization
    import Testing

    /// Connections in use are not limited by default; idle connections are.
    @Suite struct CurlConnectionLimitTests {
        /// Creates a server that responds when it has received a number of requests.
        private func server(waitingFor count: Int) throws -> LoopbackServer {
            let arrived = Mutex(0)
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.maximumConnections = 2 * count
            return try LoopbackServer(options: options) { _ in
                let number = arrived.withLock { arrived in
                    arrived += 1
                    return arrived
                }
                if number == count { gate.open() }
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
            // Storing cookies keeps all exchanges on one thread.
            var options = TransportOptions.withoutTimeouts
            options.keepsCookies = true
            let transport = CurlTransport(options: options)
            #expect(try send(count, atOnce: count, to: server, over: transport) == count)
            try server.waitForOpenConnections(atMost: 257, timeout: .seconds(60))
            #expect(server.connections.count { $0.end == nil } >= 200)
            withExtendedLifetime(transport) {}
        }
    }
#endif
