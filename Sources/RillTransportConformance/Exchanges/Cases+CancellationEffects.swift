internal import RillHTTPTesting

extension TransportConformance {
    /// The effects of disposal on other exchanges and on resources.
    static let cancellationEffectCases: [Case] = [
        Case(.cancellation, "ignoresASecondDisposal") { context in
            let site = try context.site { _ in .stall }
            let exchange = site.start()
            try site.server.waitForRequests(1, timeout: CaseContext.limit)
            exchange.dispose()
            exchange.dispose()
            try expectClose(site.server)
            exchange.dispose()
            try expectSilence(exchange)
        },
        Case(.cancellation, "fromSeveralThreadsConcurrently") { context in
            let site = try context.site { _ in .stall }
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
            for (number, exchange) in exchanges.enumerated() where number % 2 == 1 {
                try expect(exchange.response().text, is: "late", "the body")
            }
            for exchange in exchanges { try exchange.current.check() }
        },
        Case(.cancellation, "cancelsAHundredExchanges") { context in
            let site = try context.site { _ in .stall }
            let exchanges = (0..<100).map { _ in site.start() }
            try site.server.waitForRequests(100, timeout: CaseContext.limit)
            for exchange in exchanges { exchange.dispose() }
            try site.server.waitForOpenConnections(atMost: 0, timeout: CaseContext.limit)
            for exchange in exchanges { try expectSilence(exchange) }
        },
        Case(.cancellation, "racesWithCompletion") { context in
            let site = try context.site { _ in .text("hello") }
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
                try expect(transport.start(request).failure().error, isOneOf: [.couldNotConnect])
            }
        },
        Case(.cancellation, "releasesTheSubscriber") { context in
            let site = try context.site { request in request.path == "/ok" ? .text("ok") : .stall }
            for (number, path) in ["/ok", "/stall"].enumerated() {
                let lifetime = LifetimeTracker()
                var token: LifetimeTracker.Token? = lifetime.makeToken()
                var exchange: RunningExchange? = site.start(.get, path) { [token] _, _ in
                    withExtendedLifetime(token) {}
                }
                token = nil
                try site.server.waitForRequests(number + 1, timeout: CaseContext.limit)
                if path == "/ok" { _ = try exchange?.response() }
                try expect(!lifetime.isReleased, "the subscriber to be retained during the subscription")
                exchange?.dispose()
                exchange = nil
                try lifetime.waitForRelease("the subscriber of \(path)")
            }
        },
        Case(.cancellation, "releasesTheBody") { context in
            let site = try context.site { request in request.path == "/ok" ? .text("ok") : .stall }
            for (number, path) in ["/ok", "/stall"].enumerated() {
                let lifetime = LifetimeTracker()
                var body: HTTPBody? = {
                    let token = lifetime.makeToken()
                    return .stream(.just([1]).do(onNext: { _ in withExtendedLifetime(token) {} }))
                }()
                var exchange: RunningExchange? = site.start(.post, path, body: body)
                body = nil
                try site.server.waitForRequests(number + 1, timeout: CaseContext.limit)
                if path == "/ok" { _ = try exchange?.response() }
                exchange?.dispose()
                exchange = nil
                try lifetime.waitForRelease("the body of \(path)")
            }
        },
        Case(.cancellation, "insideAnOperatorChain") { context in
            let site = try context.site { _ in .pattern(byteCount: 64 << 20) }
            let exchange = site.transport.send(site.request(), body: nil)
            let events = try exchange.take(2).toArray().wait(timeout: CaseContext.limit)
            try expect(events.count, is: 2, "the number of events")
            try expectClose(site.server)
        },
    ]
}
