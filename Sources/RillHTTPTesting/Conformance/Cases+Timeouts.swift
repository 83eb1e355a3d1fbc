internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Limits of time, in virtual time but for the connection's.
    static let timeoutCases: [Case] = [
        Case(.timeouts, "endsAnExchangeWithoutAnAnswer") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { _ in .stall }
            let transport = try bench.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.begin(server.request())
            try server.waitForRequests(1, timeout: Bench.limit)
            try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), bench)
            try expectClose(of: 1, server, bench)
        },
        Case(.timeouts, "endsAnExchangeOnAConnectionThatWasUsed") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { request in request.path == "/stall" ? .stall : .text("ok") }
            let transport = try bench.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            for number in 0..<3 {
                _ = try transport.begin(server.request()).answer()
                let exchange = transport.begin(server.request(.get, "/stall"))
                try server.waitForRequests(2 * number + 2, timeout: Bench.limit)
                try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), bench)
            }
        },
        Case(.timeouts, "endsAnExchangeInsideTheHead") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { _ in .steps([.partialHead(byteCount: 12), .stall]) }
            let transport = try bench.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.begin(server.request())
            try server.waitForRequests(1, timeout: Bench.limit)
            try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), bench)
        },
        Case(.timeouts, "endsABodyThatStops") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { _ in .steps([.head(), .bytes("hello"), .stall]) }
            let transport = try bench.transport {
                $0.scheduler = clock
                $0.idleTimeout = .seconds(100)
            }
            let exchange = transport.begin(server.request())
            try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil }
            try expectTimeout(.betweenBytes, of: exchange, clock, .seconds(100), bench)
            try expectClose(of: 1, server, bench)
        },
        Case(.timeouts, "endsAnExchangeThatTakesTooLongInAll") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { request in
                request.path == "/stall" ? .stall : .steps([.head(), .bytes("hello"), .stall])
            }
            let transport = try bench.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout, $0.totalTimeout) = (nil, nil, .seconds(100))
            }
            for (number, path) in ["/stall", "/body"].enumerated() {
                let exchange = transport.begin(server.request(.get, path))
                try server.waitForRequests(number + 1, timeout: Bench.limit)
                try expectTimeout(.whole, of: exchange, clock, .seconds(100), bench)
            }
        },
        Case(.timeouts, "doesNotEndAnExchangeTooEarly") { bench in
            let clock = VirtualClock()
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { request in
                request.path == "/quick"
                    ? .text("quick") : .steps([.wait(for: gate), .head(), .bytes("late"), .finish()])
            }
            let transport = try bench.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.totalTimeout) = (.seconds(100), .seconds(100))
            }
            let exchange = transport.begin(server.request())
            try server.waitForRequests(1, timeout: Bench.limit)
            for _ in 0..<9 {
                clock.advance(by: .seconds(11))
                // When another exchange has run to its end, the transport has looked at the clock.
                _ = try transport.begin(server.request(.get, "/quick")).answer()
            }
            gate.open()
            try bench.expect(exchange.answer().text, is: "late", "the body")
        },
        Case(.timeouts, "waitsForEverIfToldTo") { bench in
            let clock = VirtualClock()
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { request in
                request.path == "/quick"
                    ? .text("quick") : .steps([.wait(for: gate), .head(), .bytes("late"), .finish()])
            }
            let transport = try bench.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout, $0.totalTimeout) = (nil, nil, nil)
            }
            let exchange = transport.begin(server.request())
            try server.waitForRequests(1, timeout: Bench.limit)
            clock.advance(by: .seconds(10_000_000))
            _ = try transport.begin(server.request(.get, "/quick")).answer()
            gate.open()
            try bench.expect(exchange.answer().text, is: "late", "the body")
        },
        Case(.timeouts, "doesNotEndABodyThatIsSlowButSteady") { bench in
            let clock = VirtualClock()
            let gates = (0..<10).map { _ in LoopbackServer.Gate() }
            let server = try bench.serve { request in
                request.path == "/quick"
                    ? .text("quick")
                    : .steps([.head()] + gates.flatMap { [.bytes("a"), .wait(for: $0)] } + [.finish()])
            }
            let transport = try bench.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout) = (.seconds(100), .seconds(100))
            }
            let exchange = transport.begin(server.request())
            for (number, gate) in gates.enumerated() {
                try exchange.wait(for: "piece \(number)") { $0.byteCount == number + 1 || $0.end != nil ? true : nil }
                clock.advance(by: .seconds(90))
                // When another exchange has run to its end, the transport has looked at the clock.
                _ = try transport.begin(server.request(.get, "/quick")).answer()
                gate.open()
            }
            try bench.expect(exchange.answer().byteCount, is: 10, "the number of bytes")
        },
        Case(.timeouts, "doesNotEndAnExchangeWhoseReaderIsPaused") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { request in
                request.path == "/quick" ? .text("quick") : .pattern(byteCount: 32 << 20)
            }
            let transport = try bench.transport {
                $0.scheduler = clock
                ($0.responseTimeout, $0.idleTimeout) = (.seconds(100), .seconds(100))
            }
            let exchange = transport.begin(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try server.waitForBodyBytes(1 << 18, timeout: Bench.limit)
            for _ in 0..<10 {
                _ = try transport.begin(server.request(.get, "/quick")).answer()
                clock.advance(by: .seconds(90))
            }
            exchange.resume()
            try expectPattern(of: 32 << 20, in: exchange.answer(), bench)
        },
        Case(.timeouts, "doesNotEndAnUploadThatGoesOn") { bench in
            let clock = VirtualClock()
            let fed = FedBody()
            let server = try bench.serve { request in .text("\(request.body.count)") }
            let transport = try bench.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.begin(server.request(.post), body: fed.body())
            let reader = try fed.reader()
            for number in 1...10 {
                reader.onNext([0])
                try fed.waitForSending(number)
                clock.advance(by: .seconds(90))
            }
            reader.onCompleted()
            try bench.expect(exchange.answer().text, is: "10", "the number of bytes that arrived")
        },
        Case(.timeouts, "endsAnExchangeWithoutAnAnswerToAnUpload") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { _ in .stall }
            let transport = try bench.transport {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let exchange = transport.begin(server.request(.post), body: .stream(.just([1, 2, 3])))
            try server.waitForRequests(1, timeout: Bench.limit)
            try expectTimeout(.firstByte, of: exchange, clock, .seconds(100), bench)
        },
        Case(.timeouts, "endsAConnectionThatDoesNotComeAbout", obstacle: FullListener.obstacle) { bench in
            let listener = try FullListener()
            let transport = try bench.transport { $0.connectTimeout = .milliseconds(100) }
            let request = HTTPRequest(method: .get, scheme: "http", authority: listener.authority, path: "/")
            let (error, _) = try transport.begin(request).failure()
            try bench.expect(error, isOneOf: [.timeout])
            try bench.expect(error.reason, is: .connecting, "the reason")
        },
        Case(.timeouts, "refusesLimitsOfNothing") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let changes: [(inout TransportOptions) -> Void] = [
                { $0.connectTimeout = .zero }, { $0.responseTimeout = .zero }, { $0.idleTimeout = .seconds(-1) },
                { $0.totalTimeout = .zero },
            ]
            for change in changes {
                let (error, _) = try bench.transport(change).begin(server.request()).failure()
                try bench.expect(error, isOneOf: [.invalidOptions])
            }
            try bench.expect(server.connections.count, is: 0, "the number of connections")
        },
    ]

    private static func expectTimeout(
        _ reason: TransportError.Reason, of exchange: RunningExchange, _ clock: VirtualClock, _ limit: Duration,
        _ bench: Bench
    ) throws {
        try clock.advance(by: limit, untilEndOf: exchange)
        let (error, _) = try exchange.failure()
        try bench.expect(error, isOneOf: [.timeout])
        try bench.expect(error.reason, is: reason, "the reason")
    }
}
