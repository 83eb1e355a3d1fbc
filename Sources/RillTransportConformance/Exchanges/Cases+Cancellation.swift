internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

extension TransportConformance {
    /// Disposal during all phases of an exchange.
    static let cancellationCases: [Case] = [
        Case(.cancellation, "sendsNothingBeforeSubscription") { context in
            let server = try context.serve { _ in .text("ok") }
            let transport = try context.transport()
            let unused = transport.send(server.request(.get, "/unused"), body: nil)
            _ = try transport.start(server.request()).response()
            try context.expect(server.requests.map(\.path), is: ["/"], "the request paths")
            withExtendedLifetime(unused) {}
        },
        Case(.cancellation, "startsAnExchangePerSubscription", runsWithoutNetwork: true) { context in
            let server = try context.serve { _ in .text("ok") }
            let exchange = try context.transport().send(server.request(), body: nil)
            for _ in 0..<3 { try context.expect(RunningExchange(exchange).response().text, is: "ok", "the body") }
        },
        Case(.cancellation, "immediatelyAfterSubscribing") { context in
            let server = try context.serve { _ in .stall }
            let transport = try context.transport()
            for _ in 0..<50 {
                let exchange = transport.start(server.request())
                exchange.dispose()
                try expectSilence(exchange)
            }
            try expectNoOpenConnections(server)
        },
        Case(.cancellation, "whileConnecting", skipReason: FullListener.skipReason) { context in
            let listener = try FullListener()
            let server = try context.serve { _ in .text("ok") }
            let transport = try context.transport()
            let request = HTTPRequest(method: .get, scheme: "http", authority: listener.authority, path: "/")
            let exchanges = (0..<5).map { _ in transport.start(request) }
            _ = try transport.start(server.request()).response()
            for exchange in exchanges { exchange.dispose() }
            try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            for exchange in exchanges { try expectSilence(exchange) }
        },
        Case(.cancellation, "whileWaitingForAConnection") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { request in
                .steps((request.path == "/first" ? [.wait(for: gate)] : []) + [.bytes("ok"), .finish()])
            }
            let transport = try context.transport { $0.maximumConnectionsPerHost = 1 }
            let first = transport.start(server.request(.get, "/first"))
            try server.waitForRequests(1, timeout: CaseContext.limit)
            let second = transport.start(server.request(.get, "/second"))
            let third = transport.start(server.request(.get, "/third"))
            second.dispose()
            gate.open()
            _ = try first.response()
            _ = try third.response()
            try expectSilence(second)
            try context.expect(server.requests.map(\.path), is: ["/first", "/third"], "the request paths")
        },
        Case(.cancellation, "afterTheRequestWasSent") { context in
            let server = try context.serve { _ in .stall }
            let exchange = try context.transport().start(server.request())
            try server.waitForRequests(1, timeout: CaseContext.limit)
            exchange.dispose()
            try expectClose(of: 1, server, context)
            try expectSilence(exchange)
        },
        Case(.cancellation, "whenTheHeadIsDelivered") { context in
            let server = try context.serve { _ in .steps([.head(), .bytes("hello"), .stall]) }
            let exchange = try context.transport().start(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.dispose() }
            }
            try expectClose(of: 1, server, context)
            try exchange.current.check()
            try context.expect(exchange.current.byteCount, is: 0, "the number of bytes")
        },
        Case(.cancellation, "whenAChunkIsDelivered") { context in
            let server = try context.serve { _ in .steps([.head(), .pattern(byteCount: 64 << 20), .finish()]) }
            let exchange = try context.transport().start(server.request()) { event, exchange in
                if case .next(.chunk) = event { exchange.dispose() }
            }
            try expectClose(of: 1, server, context)
            try exchange.current.check()
            try context.expect(exchange.current.chunkCount, is: 1, "the number of chunks")
        },
        Case(.cancellation, "inTheMiddleOfALargeBody") { context in
            let server = try context.serve { _ in .pattern(byteCount: 1 << 30) }
            let exchange = try context.transport().start(server.request())
            try exchange.wait(for: "a megabyte") { $0.byteCount > 1 << 20 ? true : nil }
            exchange.dispose()
            try expectClose(of: 1, server, context)
            try exchange.current.check()
        },
        Case(.cancellation, "duringAnUpload") { context in
            let chunk = [UInt8](repeating: 1, count: 10_000)
            let body = HTTPBody.stream(Observable<Int>.from(0..<1_000_000).map { _ in chunk })
            var options = LoopbackServer.Options()
            options.maximumBodySize = .max
            let server = try context.serve(options) { _ in .text("not reached") }
            let sent = Monitor(0)
            let exchange = try context.transport().start(
                server.request(.post), body: body.onProgress { progress in sent.update { $0 = progress.completed } })
            _ = sent.wait(timeout: CaseContext.limit) { $0 > 1 << 20 ? true : nil }
            exchange.dispose()
            try expectClose(of: 1, server, context)
            try expectSilence(exchange)
            try context.expect(server.requests.count, is: 0, "the number of complete requests")
        },
        Case(.cancellation, "whilePaused") { context in
            let server = try context.serve { _ in .pattern(byteCount: 1 << 30) }
            let exchange = try context.transport().start(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try server.waitForBodyBytes(1 << 16, timeout: CaseContext.limit)
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            exchange.dispose()
            try expectClose(of: 1, server, context)
            try exchange.current.check()
            try context.expect(exchange.current.byteCount, is: 0, "the number of bytes")
        },
        Case(.cancellation, "afterTheEnd", runsWithoutNetwork: true) { context in
            let server = try context.serve { _ in .text("ok") }
            let transport = try context.transport()
            for _ in 0..<3 {
                let exchange = transport.start(server.request())
                try context.expect(exchange.response().text, is: "ok", "the body")
                exchange.dispose()
                try exchange.current.check()
            }
            try context.expect(server.connections.count <= 1, "a single connection")
        },
    ]

    /// Throws if an event was delivered.
    static func expectSilence(_ exchange: RunningExchange) throws {
        let events = exchange.current
        try events.check()
        guard events.head == nil, events.end == nil else {
            throw CaseFailure("expected no events after disposal, got \(events.summary)")
        }
    }

    /// Waits until the client has closed a connection.
    static func expectClose(of connection: Int, _ server: LoopbackServer, _ context: CaseContext) throws {
        let closed = try server.waitForEnd(ofConnection: connection, timeout: CaseContext.limit)
        try context.expect(closed.end, is: .byClient, "the side that ended the connection")
    }

    /// Waits until all connections are closed.
    static func expectNoOpenConnections(_ server: LoopbackServer) throws {
        for number in 0..<server.connections.count {
            try server.waitForEnd(ofConnection: number + 1, timeout: CaseContext.limit)
        }
    }
}
