internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// What disposal does to others, and what it leaves behind.
    static let cancellationEffectCases: [Case] = [
        Case(.cancellation, "twiceIsOnce") { bench in
            let server = try bench.serve { _ in .stall }
            let exchange = try bench.transport().begin(server.request())
            try server.waitForRequests(1, timeout: Bench.limit)
            exchange.dispose()
            exchange.dispose()
            try expectClose(of: 1, server, bench)
            exchange.dispose()
            try expectSilence(exchange)
        },
        Case(.cancellation, "fromManyThreadsAtOnce") { bench in
            let server = try bench.serve { _ in .stall }
            let transport = try bench.transport()
            for number in 1...10 {
                let exchange = transport.begin(server.request())
                try server.waitForRequests(number, timeout: Bench.limit)
                let threads = try (0..<4).map { _ in try NativeThread.start { exchange.dispose() } }
                for thread in threads { thread.join() }
                try expectClose(of: number, server, bench)
                try expectSilence(exchange)
            }
        },
        Case(.cancellation, "leavesOtherExchangesAlone") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
            let transport = try bench.transport()
            let exchanges = (0..<20).map { _ in transport.begin(server.request()) }
            try server.waitForRequests(20, timeout: Bench.limit)
            for exchange in exchanges.enumerated() where exchange.offset % 2 == 0 { exchange.element.dispose() }
            gate.open()
            for (number, exchange) in exchanges.enumerated() where number % 2 == 1 {
                try bench.expect(exchange.answer().text, is: "late", "the body")
            }
            for exchange in exchanges { try exchange.current.check() }
        },
        Case(.cancellation, "cancelsHundredsAtOnce") { bench in
            let server = try bench.serve { _ in .stall }
            let transport = try bench.transport()
            let exchanges = (0..<100).map { _ in transport.begin(server.request()) }
            try server.waitForRequests(100, timeout: Bench.limit)
            for exchange in exchanges { exchange.dispose() }
            try expectNoOpenConnections(server)
            for exchange in exchanges { try expectSilence(exchange) }
        },
        Case(.cancellation, "racesWithTheEnd") { bench in
            let server = try bench.serve { _ in .text("hello") }
            let transport = try bench.transport()
            for round in 0..<500 {
                let exchange = transport.begin(server.request())
                // Sooner and later, without a clock: the server's threads run meanwhile.
                for _ in 0..<(round % 50) * 40 where exchange.current.end == nil {}
                exchange.dispose()
                try exchange.current.check()
            }
            try bench.expect(transport.begin(server.request()).answer().text, is: "hello", "the body")
        },
        Case(.cancellation, "racesWithAFailure") { bench in
            let request = try ClosedPort.request()
            let transport = try bench.transport()
            // What fails just when it is disposed is told to nobody but the hook for late errors.
            try UndeliveredErrors.withHandler({ _ in }) {
                for round in 0..<200 {
                    let exchange = transport.begin(request)
                    for _ in 0..<(round % 20) * 40 where exchange.current.end == nil {}
                    exchange.dispose()
                    try exchange.current.check()
                }
                try bench.expect(transport.begin(request).failure().error, isOneOf: [.couldNotConnect])
            }
        },
        Case(.cancellation, "releasesTheSubscriber") { bench in
            let server = try bench.serve { request in request.path == "/ok" ? .text("ok") : .stall }
            let transport = try bench.transport()
            for (number, path) in ["/ok", "/stall"].enumerated() {
                let life = Life()
                var token: Life.Token? = life.makeToken()
                var exchange: RunningExchange? = transport.begin(server.request(.get, path)) { [token] _, _ in
                    withExtendedLifetime(token) {}
                }
                token = nil
                try server.waitForRequests(number + 1, timeout: Bench.limit)
                if path == "/ok" { _ = try exchange?.answer() }
                try bench.expect(!life.isOver, "the subscriber to live while it subscribes")
                exchange?.dispose()
                exchange = nil
                try life.waitForEnd("the subscriber of \(path)")
            }
        },
        Case(.cancellation, "releasesTheBody") { bench in
            let server = try bench.serve { request in request.path == "/ok" ? .text("ok") : .stall }
            let transport = try bench.transport()
            for (number, path) in ["/ok", "/stall"].enumerated() {
                let life = Life()
                var body: HTTPBody? = {
                    let token = life.makeToken()
                    return .stream(.just([1]).do(onNext: { _ in withExtendedLifetime(token) {} }))
                }()
                var exchange: RunningExchange? = transport.begin(server.request(.post, path), body: body)
                body = nil
                try server.waitForRequests(number + 1, timeout: Bench.limit)
                if path == "/ok" { _ = try exchange?.answer() }
                exchange?.dispose()
                exchange = nil
                try life.waitForEnd("the body of \(path)")
            }
        },
        Case(.cancellation, "isSilentInsideAPipeline") { bench in
            let server = try bench.serve { _ in .pattern(byteCount: 64 << 20) }
            let exchange = try bench.transport().send(server.request(), body: nil)
            let events = try exchange.take(2).toArray().wait(timeout: Bench.limit)
            try bench.expect(events.count, is: 2, "the number of events")
            try expectClose(of: 1, server, bench)
        },
    ]
}
