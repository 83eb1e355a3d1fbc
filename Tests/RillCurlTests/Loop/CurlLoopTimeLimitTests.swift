#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillTesting
    import Testing

    @testable import RillHTTPTesting
    @testable import RillTransportConformance

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
            let clock = TestScheduler()
            var options = TransportOptions.withoutTimeouts
            options.scheduler = clock
            options.idleTimeout = .seconds(5)
            let site = Site(server: server, transport: CurlTransport(options: options))
            let exchange = site.start()
            try exchange.wait(for: "the head") { $0.head }
            // Like a stopped process, the loop's thread does nothing while the data arrives and the time passes.
            let busy = site.start(.get, "/busy") { event, _ in
                guard case .next(.head) = event else { return }
                gates.isBlocked.open()
                _ = gates.block.wait(timeout: limit)
            }
            #expect(gates.isSent.wait(timeout: limit))
            // On a busy machine, the system delivers the data some time after the server has sent it.
            let other = Site(server: server, transport: CurlTransport(options: .withoutTimeouts))
            for _ in 0..<10 { try other.expectText("ok", "/other") }
            clock.advance(by: .seconds(6))
            gates.block.open()
            #expect(try exchange.response().text == "rest")
            _ = try busy.response()
        }

        /// A wait finds at most 128 events, after which others may be pending.
        @Test func timeLimitsAreCheckedAfterManyEvents() throws {
            let count = 128
            let gates = (block: LoopbackServer.Gate(), isBlocked: LoopbackServer.Gate())
            let server = try LoopbackServer { request in
                switch request.path {
                case "/stalled": .steps([.head(.length(4)), .stall])
                case "/busy": .steps([.head(.length(0)), .finish()])
                default: .steps([.head(.length(4)), .wait(for: gates.isBlocked), .bytes("rest"), .finish()])
                }
            }
            defer { server.stop() }
            let clock = TestScheduler()
            var options = TransportOptions.withoutTimeouts
            options.scheduler = clock
            options.idleTimeout = .seconds(5)
            options.maximumConnections = 2 * count  // one thread runs all exchanges
            options.addressFallbackDelay = .seconds(3_600)  // libcurl's timer would end the wait
            let site = Site(server: server, transport: CurlTransport(options: options))
            let exchanges = (0..<count).map { _ in site.start() }
            let stalled = site.start(.get, "/stalled")
            for exchange in exchanges + [stalled] { try exchange.wait(for: "the head") { $0.head } }
            let busy = site.start(.get, "/busy") { event, _ in
                guard case .next(.head) = event else { return }
                gates.isBlocked.open()
                _ = gates.block.wait(timeout: .seconds(30))
            }
            let end = ContinuousClock.now + .seconds(30)
            while server.bodyBytesWritten < 4 * count, .now < end { sched_yield() }
            clock.advance(by: .seconds(6))
            gates.block.open()
            #expect(try stalled.failure().error.reason == .betweenBytes)
            for exchange in exchanges { #expect(try exchange.response().text == "rest") }
            _ = try busy.response()
        }
    }
#endif
