internal import RillHTTPTesting

extension TransportConformance {
    /// Timeouts.
    ///
    /// All cases except those for the connect timeout use virtual time.
    static let timeoutCases: [Case] =
        [
            ("timesOutWithoutAResponse", .stall, nil),
            ("timesOutWithoutAResponseToAnUpload", .stall, .stream(.just([1, 2, 3]))),
            ("timesOutInsideTheHead", .steps([.partialHead(byteCount: 12), .stall]), nil),
        ].map { (name: String, response: LoopbackServer.Response, body: HTTPBody?) in
            Case(.timeouts, name) { context in
                let (clock, site) = try context.timedSite(limiting: \.responseTimeout) { _ in response }
                let exchange = site.start(body == nil ? .get : .post, body: body)
                try site.server.waitForRequests(1, timeout: CaseContext.limit)
                try clock.expectTimeout(.firstByte, of: exchange)
                try expectClose(site.server)
            }
        } + [
            Case(.timeouts, "timesOutOnAReusedConnection") { context in
                let (clock, site) = try context.timedSite(limiting: \.responseTimeout, by: ok(except: "/stall", .stall))
                for number in 0..<3 {
                    try site.expectText()
                    let exchange = site.start(.get, "/stall")
                    try site.server.waitForRequests(2 * number + 2, timeout: CaseContext.limit)
                    try clock.expectTimeout(.firstByte, of: exchange)
                }
            },
            Case(.timeouts, "timesOutAStalledBody") { context in
                let (clock, site) = try context.timedSite(limiting: \.idleTimeout) { _ in
                    .steps([.head(), .bytes("hello"), .stall])
                }
                let exchange = site.start()
                try exchange.waitForBytes(5)
                try clock.expectTimeout(.betweenBytes, of: exchange)
                try expectClose(site.server)
            },
            Case(.timeouts, "enforcesTheTotalTimeout") { context in
                let (clock, site) = try context.timedSite(options: {
                    ($0.responseTimeout, $0.idleTimeout, $0.totalTimeout) = (nil, nil, .seconds(100))
                }) { request in
                    request.path == "/stall" ? .stall : .steps([.head(), .bytes("hello"), .stall])
                }
                for (number, path) in ["/stall", "/body"].enumerated() {
                    let exchange = site.start(.get, path)
                    try site.server.waitForRequests(number + 1, timeout: CaseContext.limit)
                    try clock.expectTimeout(.total, of: exchange)
                }
            },
            Case(.timeouts, "doesNotTimeOutEarly") { context in
                try expectNoTimeout(during: Array(repeating: .seconds(11), count: 9), context) {
                    ($0.responseTimeout, $0.totalTimeout) = (.seconds(100), .seconds(100))
                }
            },
            Case(.timeouts, "waitsIndefinitelyWithoutTimeouts") { context in
                try expectNoTimeout(during: [.seconds(10_000_000)], context) {
                    ($0.responseTimeout, $0.idleTimeout, $0.totalTimeout) = (nil, nil, nil)
                }
            },
            Case(.timeouts, "doesNotTimeOutASlowSteadyBody") { context in
                let gates = (0..<10).map { _ in LoopbackServer.Gate() }
                let steps: [LoopbackServer.Step] = gates.flatMap { [.bytes("a"), .wait(for: $0)] }
                let slow = LoopbackServer.Response.steps([.head()] + steps + [.finish()])
                let (clock, site) = try context.timedSite(
                    limiting: \.responseTimeout, \.idleTimeout, by: ok(except: "/slow", slow))
                let exchange = site.start(.get, "/slow")
                for (number, gate) in gates.enumerated() {
                    try exchange.wait(for: "part \(number)") {
                        $0.byteCount == number + 1 || $0.end != nil ? true : nil
                    }
                    clock.advance(by: .seconds(90))
                    // When another exchange has completed, the transport has checked its timers.
                    try site.expectText()
                    gate.open()
                }
                try expect(exchange.response().byteCount, is: 10, "the number of bytes")
            },
            Case(.timeouts, "doesNotTimeOutAPausedExchange") { context in
                let (clock, site) = try context.timedSite(
                    limiting: \.responseTimeout, \.idleTimeout, by: ok(except: "/slow", .pattern(byteCount: 32 << 20)))
                let exchange = site.observe("/slow", onHead: { $0.pause() })
                try site.server.waitForBodyBytes(1 << 18, timeout: CaseContext.limit)
                for _ in 0..<10 {
                    try site.expectText()
                    clock.advance(by: .seconds(90))
                }
                exchange.resume()
                try expectPattern(of: 32 << 20, in: exchange.response())
            },
            Case(.timeouts, "doesNotTimeOutAProgressingUpload") { context in
                let source = ManualBody()
                let (clock, site) = try context.timedSite(limiting: \.responseTimeout) { request in
                    .text("\(request.body.count)")
                }
                let exchange = site.start(.post, body: source.body())
                let observer = try source.observer()
                for number in 1...10 {
                    observer.onNext([0])
                    try source.waitForSending(number)
                    clock.advance(by: .seconds(90))
                }
                observer.onCompleted()
                try expect(exchange.response().text, is: "10", "the number of received bytes")
            },
            Case(.timeouts, "timesOutWhileConnecting", skipReason: FullListener.skipReason) { context in
                let listener = try FullListener()
                let transport = try context.transport { $0.connectTimeout = .milliseconds(100) }
                try transport.start(.to(listener.authority)).failure(with: [.timeout], .connecting)
            },
            Case(.timeouts, "rejectsZeroLimits") { context in
                try context.expectInvalidOptions(
                    { $0.connectTimeout = .zero }, { $0.responseTimeout = .zero }, { $0.idleTimeout = .seconds(-1) },
                    { $0.totalTimeout = .zero })
            },
        ]

    /// Expects that a response arrives although the given time passes before.
    private static func expectNoTimeout(
        during steps: [Duration], _ context: CaseContext, options change: (inout TransportOptions) -> Void
    ) throws {
        let gate = LoopbackServer.Gate()
        let late = LoopbackServer.Response.steps([.wait(for: gate), .head(), .bytes("late"), .finish()])
        let (clock, site) = try context.timedSite(options: change, ok(except: "/late", late))
        let exchange = site.start(.get, "/late")
        try site.server.waitForRequests(1, timeout: CaseContext.limit)
        for step in steps {
            clock.advance(by: step)
            // When another exchange has completed, the transport has checked its timers.
            try site.expectText()
        }
        gate.open()
        try exchange.expectText("late")
    }
}
