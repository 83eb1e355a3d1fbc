#if os(Linux)
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import Testing

    /// Connections are kept however many exchanges run, and only so many while none uses them.
    @Suite struct CurlConnectionLimitTests {
        @Test func thousandAtOnceKeepTheirConnections() async throws {
            let count = 1_000
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.maximumConnections = 2 * count
            let server = try LoopbackServer(options: options) { _ in
                .steps([.wait(for: gate), .head(.length(2)), .bytes("ok"), .finish()])
            }
            defer { server.stop() }
            let transport = CurlTransport(options: .patient)
            let request = HTTPRequest("GET", server.baseURL + "/")
            let answers = Task {
                try await Observable.from(0..<(4 * count))
                    .flatMap(maxConcurrent: count) { _ in transport.send(request, body: nil) }
                    .reduce(0) { number, event in
                        if case .chunk = event { number + 1 } else { number }
                    }
                    .firstValue()
            }
            try await server.waitForRequests(count, timeout: .seconds(60))
            gate.open()
            #expect(try await answers.value == 4 * count)
            // A connection whose exchange has ended may be busy for a moment when the next one begins.
            #expect(server.connections.count < count + count / 4)
            // 256 for each of up to four threads, and the one that is returned when there are so many.
            try await server.waitForOpenConnections(atMost: 4 * 257, timeout: .seconds(60))
        }

        @Test func idleConnectionsAreLimited() async throws {
            let count = 500
            let gate = LoopbackServer.Gate()
            var options = LoopbackServer.Options()
            options.maximumConnections = 2 * count
            let server = try LoopbackServer(options: options) { _ in
                .steps([.wait(for: gate), .head(.length(2)), .bytes("ok"), .finish()])
            }
            defer { server.stop() }
            // Cookies keep all exchanges on one thread.
            var transportOptions = TransportOptions.patient
            transportOptions.keepsCookies = true
            let transport = CurlTransport(options: transportOptions)
            let request = HTTPRequest("GET", server.baseURL + "/")
            let answers = Task {
                try await Observable.from(0..<count)
                    .flatMap(maxConcurrent: count) { _ in transport.send(request, body: nil) }
                    .reduce(0) { number, _ in number + 1 }
                    .firstValue()
            }
            try await server.waitForRequests(count, timeout: .seconds(60))
            gate.open()
            _ = try await answers.value
            try await server.waitForOpenConnections(atMost: 257, timeout: .seconds(60))
            #expect(server.connections.count { $0.end == nil } >= 200)
            withExtendedLifetime(transport) {}
        }
    }
#endif
