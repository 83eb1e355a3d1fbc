#if os(Linux)
    import Rill
    import RillHTTP
    import RillTesting
    import Testing

    @testable import RillHTTPTesting

    /// Time limits of exchanges on a thread that was suspended or busy.
    @Suite(.timeLimit(.minutes(2))) struct CurlLoopTimeLimitTests {
        @Test func dataIsReadBeforeTimeLimitsAreChecked() throws {
            let limit = Duration.seconds(30)
            let gates = (block: LoopbackServer.Gate(), isBlocked: LoopbackServer.Gate(), isSent: LoopbackServer.Gate())
            let server = try LoopbackServer { request in
                request.path != "/"
                    ? .text("ok")
                    : .steps([.head(.length(4)), .wait(for: gates.isBlocked), .bytes("rest"), .open(gates.isSent)])
            }
            defer { server.stop() }
            let clock = VirtualClock()
            var options = TransportOptions.withoutTimeouts
            options.scheduler = clock
            options.idleTimeout = .seconds(5)
            let transport = CurlTransport(options: options)
            let exchange = transport.start(server.request())
            try exchange.wait(for: "the head") { $0.head }
            // Like a stopped process, the loop's thread does nothing while the data arrives and the time passes.
            let busy = transport.start(server.request(.get, "/busy")) { event, _ in
                guard case .next(.head) = event else { return }
                gates.isBlocked.open()
                _ = gates.block.wait(timeout: limit)
            }
            #expect(gates.isSent.wait(timeout: limit))
            // On a busy machine, the system delivers the data some time after the server has sent it.
            let other = CurlTransport(options: .withoutTimeouts)
            for _ in 0..<10 { _ = try other.start(server.request(.get, "/other")).response() }
            clock.advance(by: .seconds(6))
            gates.block.open()
            #expect(try exchange.response().text == "rest")
            _ = try busy.response()
        }
    }
#endif
