internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Disposal at every moment of an exchange.
    static let cancellationCases: [Case] = [
        Case(.cancellation, "sendsNothingBeforeSubscription") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let transport = try bench.transport()
            let unused = transport.send(server.request(.get, "/unused"), body: nil)
            _ = try transport.begin(server.request()).answer()
            try bench.expect(server.requests.map(\.path), is: ["/"], "the paths")
            withExtendedLifetime(unused) {}
        },
        Case(.cancellation, "isAnExchangeForEachSubscription", isSimulable: true) { bench in
            let server = try bench.serve { _ in .text("ok") }
            let exchange = try bench.transport().send(server.request(), body: nil)
            for _ in 0..<3 { try bench.expect(RunningExchange(exchange).answer().text, is: "ok", "the body") }
        },
        Case(.cancellation, "atOnceAfterSubscribing") { bench in
            let server = try bench.serve { _ in .stall }
            let transport = try bench.transport()
            for _ in 0..<50 {
                let exchange = transport.begin(server.request())
                exchange.dispose()
                try expectSilence(exchange)
            }
            try expectNoOpenConnections(server)
        },
        Case(.cancellation, "whileConnecting", obstacle: FullListener.obstacle) { bench in
            let listener = try FullListener()
            let server = try bench.serve { _ in .text("ok") }
            let transport = try bench.transport()
            let request = HTTPRequest(method: .get, scheme: "http", authority: listener.authority, path: "/")
            let exchanges = (0..<5).map { _ in transport.begin(request) }
            _ = try transport.begin(server.request()).answer()
            for exchange in exchanges { exchange.dispose() }
            try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body")
            for exchange in exchanges { try expectSilence(exchange) }
        },
        Case(.cancellation, "whileItWaitsForAConnection") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { request in
                .steps((request.path == "/first" ? [.wait(for: gate)] : []) + [.bytes("ok"), .finish()])
            }
            let transport = try bench.transport { $0.maximumConnectionsPerHost = 1 }
            let first = transport.begin(server.request(.get, "/first"))
            try server.waitForRequests(1, timeout: Bench.limit)
            let second = transport.begin(server.request(.get, "/second"))
            let third = transport.begin(server.request(.get, "/third"))
            second.dispose()
            gate.open()
            _ = try first.answer()
            _ = try third.answer()
            try expectSilence(second)
            try bench.expect(server.requests.map(\.path), is: ["/first", "/third"], "the paths")
        },
        Case(.cancellation, "afterTheRequestWasSent") { bench in
            let server = try bench.serve { _ in .stall }
            let exchange = try bench.transport().begin(server.request())
            try server.waitForRequests(1, timeout: Bench.limit)
            exchange.dispose()
            try expectClose(of: 1, server, bench)
            try expectSilence(exchange)
        },
        Case(.cancellation, "whenTheHeadIsDelivered") { bench in
            let server = try bench.serve { _ in .steps([.head(), .bytes("hello"), .stall]) }
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.dispose() }
            }
            try expectClose(of: 1, server, bench)
            try exchange.current.check()
            try bench.expect(exchange.current.byteCount, is: 0, "the number of bytes")
        },
        Case(.cancellation, "whenAChunkIsDelivered") { bench in
            let server = try bench.serve { _ in .steps([.head(), .pattern(byteCount: 64 << 20), .finish()]) }
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                if case .next(.chunk) = event { exchange.dispose() }
            }
            try expectClose(of: 1, server, bench)
            try exchange.current.check()
            try bench.expect(exchange.current.chunkCount, is: 1, "the number of chunks")
        },
        Case(.cancellation, "inTheMiddleOfALargeBody") { bench in
            let server = try bench.serve { _ in .pattern(byteCount: 1 << 30) }
            let exchange = try bench.transport().begin(server.request())
            try exchange.wait(for: "a megabyte") { $0.byteCount > 1 << 20 ? true : nil }
            exchange.dispose()
            try expectClose(of: 1, server, bench)
            try exchange.current.check()
        },
        Case(.cancellation, "duringAnUpload") { bench in
            let piece = [UInt8](repeating: 1, count: 10_000)
            let body = HTTPBody.stream(Observable<Int>.from(0..<1_000_000).map { _ in piece })
            var options = LoopbackServer.Options()
            options.maximumBodySize = .max
            let server = try bench.serve(options) { _ in .text("not reached") }
            let sent = Monitor(0)
            let exchange = try bench.transport().begin(
                server.request(.post), body: body.onProgress { progress in sent.update { $0 = progress.completed } })
            _ = sent.wait(timeout: Bench.limit) { $0 > 1 << 20 ? true : nil }
            exchange.dispose()
            try expectClose(of: 1, server, bench)
            try expectSilence(exchange)
            try bench.expect(server.requests.count, is: 0, "the number of whole requests")
        },
        Case(.cancellation, "whilePaused") { bench in
            let server = try bench.serve { _ in .pattern(byteCount: 1 << 30) }
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try server.waitForBodyBytes(1 << 16, timeout: Bench.limit)
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            exchange.dispose()
            try expectClose(of: 1, server, bench)
            try exchange.current.check()
            try bench.expect(exchange.current.byteCount, is: 0, "the number of bytes")
        },
        Case(.cancellation, "afterTheEnd", isSimulable: true) { bench in
            let server = try bench.serve { _ in .text("ok") }
            let transport = try bench.transport()
            for _ in 0..<3 {
                let exchange = transport.begin(server.request())
                try bench.expect(exchange.answer().text, is: "ok", "the body")
                exchange.dispose()
                try exchange.current.check()
            }
            try bench.expect(server.connections.count <= 1, "one connection for all")
        },
    ]

    /// Throws if anything has come.
    static func expectSilence(_ exchange: RunningExchange) throws {
        let notes = exchange.current
        try notes.check()
        guard notes.head == nil, notes.end == nil else {
            throw Fault("expected nothing behind the disposal, but there is \(notes.summary)")
        }
    }

    /// Waits until the client has closed a connection.
    static func expectClose(of connection: Int, _ server: LoopbackServer, _ bench: Bench) throws {
        let closed = try server.waitForEnd(ofConnection: connection, timeout: Bench.limit)
        try bench.expect(closed.end, is: .byClient, "the one who closed the connection")
    }

    /// Waits until no connection is open.
    static func expectNoOpenConnections(_ server: LoopbackServer) throws {
        for number in 0..<server.connections.count {
            try server.waitForEnd(ofConnection: number + 1, timeout: Bench.limit)
        }
    }
}
