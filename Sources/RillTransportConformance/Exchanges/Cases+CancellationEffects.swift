internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

extension TransportConformance {
    /// The effects of disposal on other exchanges and on resources.
    static let cancellationEffectCases: [Case] = [
        Case(.cancellation, "ignoresASecondDisposal") { context in
            let server = try context.serve { _ in .stall }
            let exchange = try context.transport().start(server.request())
            try server.waitForRequests(1, timeout: CaseContext.limit)
            exchange.dispose()
            exchange.dispose()
            try expectClose(of: 1, server, context)
            exchange.dispose()
            try expectSilence(exchange)
        },
        Case(.cancellation, "fromSeveralThreadsConcurrently") { context in
            let server = try context.serve { _ in .stall }
            let transport = try context.transport()
            for number in 1...10 {
                let exchange = transport.start(server.request())
                try server.waitForRequests(number, timeout: CaseContext.limit)
                let threads = try (0..<4).map { _ in try NativeThread.start { exchange.dispose() } }
                for thread in threads { thread.join() }
                try expectClose(of: number, server, context)
                try expectSilence(exchange)
            }
        },
        Case(.cancellation, "doesNotAffectOtherExchanges") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
            let transport = try context.transport()
            let exchanges = (0..<20).map { _ in transport.start(server.request()) }
            try server.waitForRequests(20, timeout: CaseContext.limit)
            for exchange in exchanges.enumerated() where exchange.offset % 2 == 0 { exchange.element.dispose() }
            gate.open()
            for (number, exchange) in exchanges.enumerated() where number % 2 == 1 {
                try context.expect(exchange.response().text, is: "late", "the body")
            }
            for exchange in exchanges { try exchange.current.check() }
        },
        Case(.cancellation, "cancelsAHundredExchanges") { context in
            let server = try context.serve { _ in .stall }
            let transport = try context.transport()
            let exchanges = (0..<100).map { _ in transport.start(server.request()) }
            try server.waitForRequests(100, timeout: CaseContext.limit)
            for exchange in exchanges { exchange.dispose() }
            try expectNoOpenConnections(server)
            for exchange in exchanges { try expectSilence(exchange) }
        },
        Case(.cancellation, "racesWithCompletion") { context in
            let server = try context.serve { _ in .text("hello") }
            let transport = try context.transport()
            for round in 0..<500 {
                let exchange = transport.start(server.request())
                // Busy-waits to vary the time before the disposal while the server's threads run.
                for _ in 0..<(round % 50) * 40 where exchange.current.end == nil {}
                exchange.dispose()
                try exchange.current.check()
            }
            try context.expect(transport.start(server.request()).response().text, is: "hello", "the body")
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
                try context.expect(transport.start(request).failure().error, isOneOf: [.couldNotConnect])
            }
        },
        Case(.cancellation, "releasesTheSubscriber") { context in
            let server = try context.serve { request in request.path == "/ok" ? .text("ok") : .stall }
            let transport = try context.transport()
            for (number, path) in ["/ok", "/stall"].enumerated() {
                let lifetime = LifetimeTracker()
                var token: LifetimeTracker.Token? = lifetime.makeToken()
                var exchange: RunningExchange? = transport.start(server.request(.get, path)) { [token] _, _ in
                    withExtendedLifetime(token) {}
                }
                token = nil
                try server.waitForRequests(number + 1, timeout: CaseContext.limit)
                if path == "/ok" { _ = try exchange?.response() }
                try context.expect(!lifetime.isReleased, "the subscriber to be retained during the subscription")
                exchange?.dispose()
                exchange = nil
                try lifetime.waitForRelease("the subscriber of \(path)")
            }
        },
        Case(.cancellation, "releasesTheBody") { context in
            let server = try context.serve { request in request.path == "/ok" ? .text("ok") : .stall }
            let transport = try context.transport()
            for (number, path) in ["/ok", "/stall"].enumerated() {
                let lifetime = LifetimeTracker()
                var body: HTTPBody? = {
                    let token = lifetime.makeToken()
                    return .stream(.just([1]).do(onNext: { _ in withExtendedLifetime(token) {} }))
                }()
                var exchange: RunningExchange? = transport.start(server.request(.post, path), body: body)
                body = nil
                try server.waitForRequests(number + 1, timeout: CaseContext.limit)
                if path == "/ok" { _ = try exchange?.response() }
                exchange?.dispose()
                exchange = nil
                try lifetime.waitForRelease("the body of \(path)")
            }
        },
        Case(.cancellation, "insideAnOperatorChain") { context in
            let server = try context.serve { _ in .pattern(byteCount: 64 << 20) }
            let exchange = try context.transport().send(server.request(), body: nil)
            let events = try exchange.take(2).toArray().wait(timeout: CaseContext.limit)
            try context.expect(events.count, is: 2, "the number of events")
            try expectClose(of: 1, server, context)
        },
    ]
}
