internal import RillHTTPTesting

extension TransportConformance {
    /// The effects of disposal on other exchanges and on resources.
    static let cancellationEffectCases: [Case] = [
        Case(.cancellation, "ignoresASecondDisposal", serving: .stall) { site in
            let exchange = site.start()
            try site.server.waitForRequests(1, timeout: CaseContext.limit)
            exchange.dispose()
            exchange.dispose()
            try expectClose(site.server)
            exchange.dispose()
            try expectSilence(exchange)
        },
        Case(.cancellation, "fromSeveralThreadsConcurrently", serving: .stall) { site in
            for number in 1...10 {
                let exchange = site.start()
                try site.server.waitForRequests(number, timeout: CaseContext.limit)
                let threads = try (0..<4).map { _ in try NativeThread.start { exchange.dispose() } }
                for thread in threads { thread.join() }
                try expectClose(of: number, site.server)
                try expectSilence(exchange)
            }
        },
        Case(.cancellation, "doesNotAffectOtherExchanges") { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
            let exchanges = (0..<20).map { _ in site.start() }
            try site.server.waitForRequests(20, timeout: CaseContext.limit)
            for exchange in exchanges.enumerated() where exchange.offset % 2 == 0 { exchange.element.dispose() }
            gate.open()
            for (number, exchange) in exchanges.enumerated() where number % 2 == 1 { try exchange.expectText("late") }
            for exchange in exchanges { try exchange.current.check() }
        },
        Case(.cancellation, "cancelsAHundredExchanges", serving: .stall) { site in
            let exchanges = (0..<100).map { _ in site.start() }
            try site.server.waitForRequests(100, timeout: CaseContext.limit)
            for exchange in exchanges { exchange.dispose() }
            try site.server.waitForOpenConnections(atMost: 0, timeout: CaseContext.limit)
            for exchange in exchanges { try expectSilence(exchange) }
        },
        Case(.cancellation, "racesWithCompletion", serving: .text("hello")) { site in
            for round in 0..<500 {
                let exchange = site.start()
                // Busy-waits to vary the time before the disposal while the server's threads run.
                for _ in 0..<(round % 50) * 40 where exchange.current.end == nil {}
                exchange.dispose()
                try exchange.current.check()
            }
            try site.expectText("hello")
        },
        Case(.cancellation, "racesWithAFailure") { context in
            let request = try ClosedPort.request()
            let transport = try context.transport()
            // An error that coincides with the disposal is delivered only to the handler for undelivered errors.
            try UndeliveredErrors.withHandler({ _ in }) {
                for round in 0..<200 {
                    let exchange = transport.start(request)
                    for _ in 0..<(round % 20) * 40 where exchange.current.end == nil {}
                    exchange.dispose()
                    try exchange.current.check()
                }
                try transport.start(request).failure(with: [.couldNotConnect])
            }
        },
        Case(.cancellation, "releasesTheSubscriber") { context in
            try expectRelease(of: "the subscriber", isRetained: true, context) { site, path, token in
                site.observe(path, onHead: { _ in withExtendedLifetime(token) {} })
            }
        },
        Case(.cancellation, "releasesTheBody") { context in
            try expectRelease(of: "the body", context) { site, path, token in
                let body = Observable<[UInt8]>.just([1]).do(onNext: { _ in withExtendedLifetime(token) {} })
                return site.start(.post, path, body: .stream(body))
            }
        },
        Case(.cancellation, "insideAnOperatorChain", serving: .pattern(byteCount: 64 << 20)) { site in
            let exchange = site.transport.send(site.request(), body: nil)
            let events = try exchange.take(2).toArray().wait(timeout: CaseContext.limit)
            try expect(events.count, is: 2, "the number of events")
            try expectClose(site.server)
        },
    ]

    /// Expects that a token is released when the exchange that uses it has completed, and when it has been disposed.
    ///
    /// - Parameters:
    ///   - name: The part of the exchange that retains the token.
    ///   - isRetained: Whether the part is retained until the exchange ends. Defaults to `false`.
    ///   - context: The context of the case.
    ///   - start: A closure that starts an exchange, a part of which retains the token.
    private static func expectRelease(
        of name: String, isRetained: Bool = false, _ context: CaseContext,
        _ start: (Site, _ path: String, _ token: DisposeBag) -> RunningExchange
    ) throws {
        let site = try context.site(ok(except: "/stall", .stall))
        func makeToken(_ released: LoopbackServer.Gate) -> DisposeBag {
            let token = DisposeBag()
            token.insert(Disposable { released.open() })
            return token
        }
        for (number, path) in ["/ok", "/stall"].enumerated() {
            let released = LoopbackServer.Gate()
            var exchange: RunningExchange? = start(site, path, makeToken(released))
            try site.server.waitForRequests(number + 1, timeout: CaseContext.limit)
            if path == "/ok" { _ = try exchange?.response() }
            if isRetained { try expect(!released.isOpen, "\(name) to be retained during the subscription") }
            exchange?.dispose()
            exchange = nil
            try expect(released.wait(timeout: CaseContext.limit), "\(name) of \(path) to be released")
        }
    }
}
