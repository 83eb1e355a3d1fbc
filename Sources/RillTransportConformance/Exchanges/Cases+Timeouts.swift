internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Timeouts.
    ///
    /// All cases except those for the connect timeout use virtual time.
    static let timeoutCases: [Case] = [
        Case(.timeouts, "timesOutWithoutAResponse") { context in
            let clock = VirtualClock()
            let server = try context.serve { _ in .stall }
            let transport = try context.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.start(server.request())
            try server.waitForRequests(1, timeout: CaseContext.limit)
            try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), context)
            try expectClose(of: 1, server, context)
        },
        Case(.timeouts, "timesOutOnAReusedConnection") { context in
            let clock = VirtualClock()
            let server = try context.serve { request in request.path == "/stall" ? .stall : .text("ok") }
            let transport = try context.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            for number in 0..<3 {
                _ = try transport.start(server.request()).response()
                let exchange = transport.start(server.request(.get, "/stall"))
                try server.waitForRequests(2 * number + 2, timeout: CaseContext.limit)
                try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), context)
            }
        },
        Case(.timeouts, "timesOutInsideTheHead") { context in
            let clock = VirtualClock()
            let server = try context.serve { _ in .steps([.partialHead(byteCount: 12), .stall]) }
            let transport = try context.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.start(server.request())
            try server.waitForRequests(1, timeout: CaseContext.limit)
            try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), context)
        },
        Case(.timeouts, "timesOutAStalledBody") { context in
            let clock = VirtualClock()
            let server = try context.serve { _ in .steps([.head(), .bytes("hello"), .stall]) }
            let transport = try context.transport {
                $0.scheduler = clock
                $0.idleTimeout = .seconds(100)
            }
            let exchange = transport.start(server.request())
            try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil }
            try expectTimeout(.betweenBytes, of: exchange, clock, .seconds(100), context)
            try expectClose(of: 1, server, context)
        },
        Case(.timeouts, "enforcesTheTotalTimeout") { context in
            let clock = VirtualClock()
            let server = try context.serve { request in
                request.path == "/stall" ? .stall : .steps([.head(), .bytes("hello"), .stall])
            }
            let transport = try context.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout, $0.totalTimeout) = (nil, nil, .seconds(100))
            }
            for (number, path) in ["/stall", "/body"].enumerated() {
                let exchange = transport.start(server.request(.get, path))
                try server.waitForRequests(number + 1, timeout: CaseContext.limit)
                try expectTimeout(.total, of: exchange, clock, .seconds(100), context)
            }
        },
        Case(.timeouts, "doesNotTimeOutEarly") { context in
            let clock = VirtualClock()
            let gate = LoopbackServer.Gate()
            let server = try context.serve { request in
                request.path == "/quick"
                    ? .text("quick") : .steps([.wait(for: gate), .head(), .bytes("late"), .finish()])
            }
            let transport = try context.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.totalTimeout) = (.seconds(100), .seconds(100))
            }
            let exchange = transport.start(server.request())
            try server.waitForRequests(1, timeout: CaseContext.limit)
            for _ in 0..<9 {
                clock.advance(by: .seconds(11))
                // When another exchange has completed, the transport has checked its timers.
                _ = try transport.start(server.request(.get, "/quick")).response()
            }
            gate.open()
            try context.expect(exchange.response().text, is: "late", "the body")
        },
        Case(.timeouts, "waitsIndefinitelyWithoutTimeouts") { context in
            let clock = VirtualClock()
            let gate = LoopbackServer.Gate()
            let server = try context.serve { request in
                request.path == "/quick"
                    ? .text("quick") : .steps([.wait(for: gate), .head(), .bytes("late"), .finish()])
            }
            let transport = try context.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout, $0.totalTimeout) = (nil, nil, nil)
            }
            let exchange = transport.start(server.request())
            try server.waitForRequests(1, timeout: CaseContext.limit)
            clock.advance(by: .seconds(10_000_000))
            _ = try transport.start(server.request(.get, "/quick")).response()
            gate.open()
            try context.expect(exchange.response().text, is: "late", "the body")
        },
        Case(.timeouts, "doesNotTimeOutASlowSteadyBody") { context in
            let clock = VirtualClock()
            let gates = (0..<10).map { _ in LoopbackServer.Gate() }
            let server = try context.serve { request in
                request.path == "/quick"
                    ? .text("quick")
                    : .steps([.head()] + gates.flatMap { [.bytes("a"), .wait(for: $0)] } + [.finish()])
            }
            let transport = try context.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout) = (.seconds(100), .seconds(100))
            }
            let exchange = transport.start(server.request())
            for (number, gate) in gates.enumerated() {
                try exchange.wait(for: "part \(number)") { $0.byteCount == number + 1 || $0.end != nil ? true : nil }
                clock.advance(by: .seconds(90))
                // When another exchange has completed, the transport has checked its timers.
                _ = try transport.start(server.request(.get, "/quick")).response()
                gate.open()
            }
            try context.expect(exchange.response().byteCount, is: 10, "the number of bytes")
        },
        Case(.timeouts, "doesNotTimeOutAPausedExchange") { context in
            let clock = VirtualClock()
            let server = try context.serve { request in
                request.path == "/quick" ? .text("quick") : .pattern(byteCount: 32 << 20)
            }
            let transport = try context.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout) = (.seconds(100), .seconds(100))
            }
            let exchange = transport.start(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try server.waitForBodyBytes(1 << 18, timeout: CaseContext.limit)
            for _ in 0..<10 {
                _ = try transport.start(server.request(.get, "/quick")).response()
                clock.advance(by: .seconds(90))
            }
            exchange.resume()
            try expectPattern(of: 32 << 20, in: exchange.response(), context)
        },
        Case(.timeouts, "doesNotTimeOutAProgressingUpload") { context in
            let clock = VirtualClock()
            let source = ManualBody()
            let server = try context.serve { request in .text("\(request.body.count)") }
            let transport = try context.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.start(server.request(.post), body: source.body())
            let observer = try source.observer()
            for number in 1...10 {
                observer.onNext([0])
                try source.waitForSending(number)
                clock.advance(by: .seconds(90))
            }
            observer.onCompleted()
            try context.expect(exchange.response().text, is: "10", "the number of received bytes")
        },
        Case(.timeouts, "timesOutWithoutAResponseToAnUpload") { context in
            let clock = VirtualClock()
            let server = try context.serve { _ in .stall }
            let transport = try context.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.start(server.request(.post), body: .stream(.just([1, 2, 3])))
            try server.waitForRequests(1, timeout: CaseContext.limit)
            try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), context)
        },
        Case(.timeouts, "timesOutWhileConnecting", skipReason: FullListener.skipReason) { context in
            let listener = try FullListener()
            let transport = try context.transport { $0.connectTimeout = .milliseconds(100) }
            let request = HTTPRequest(method: .get, scheme: "http", authority: listener.authority, path: "/")
            let (error, _) = try transport.start(request).failure()
            try context.expect(error, isOneOf: [.timeout])
            try context.expect(error.reason, is: .connecting, "the error reason")
        },
        Case(.timeouts, "rejectsZeroLimits") { context in
            let server = try context.serve { _ in .text("ok") }
            let changes: [(inout TransportOptions) -> Void] = [
                { $0.connectTimeout = .zero }, { $0.responseTimeout = .zero }, { $0.idleTimeout = .seconds(-1) },
                { $0.totalTimeout = .zero },
            ]
            for change in changes {
                let (error, _) = try context.transport(change).start(server.request()).failure()
                try context.expect(error, isOneOf: [.invalidOptions])
            }
            try context.expect(server.connections.count, is: 0, "the number of connections")
        },
    ]

    private static func expectTimeout(
        _ reason: TransportError.Reason, of exchange: RunningExchange, _ clock: VirtualClock, _ limit: Duration,
        _ context: CaseContext
    ) throws {
        try clock.advance(by: limit, untilEndOf: exchange)
        let (error, _) = try exchange.failure()
        try context.expect(error, isOneOf: [.timeout])
        try context.expect(error.reason, is: reason, "the error reason")
    }
}
