internal import RillHTTPTesting

extension TransportConformance {
    /// Disposal during all phases of an exchange.
    static let cancellationCases: [Case] = [
        Case(.cancellation, "sendsNothingBeforeSubscription", serving: .text("ok")) { site in
            let unused = site.transport.send(site.request(.get, "/unused"), body: nil)
            try site.expectText()
            try expect(site.server.requests.map(\.path), is: ["/"], "the request paths")
            withExtendedLifetime(unused) {}
        },
        Case(.cancellation, "startsAnExchangePerSubscription", runsWithoutNetwork: true, serving: .text("ok")) { site in
            let exchange = site.transport.send(site.request(), body: nil)
            for _ in 0..<3 { try RunningExchange(exchange).expectText("ok") }
        },
        Case(.cancellation, "immediatelyAfterSubscribing", serving: .stall) { site in
            for _ in 0..<50 {
                let exchange = site.start()
                exchange.dispose()
                try expectSilence(exchange)
            }
            try site.server.waitForOpenConnections(atMost: 0, timeout: CaseContext.limit)
        },
        Case(.cancellation, "whileConnecting", skipReason: FullListener.skipReason) { context in
            let listener = try FullListener()
            let site = try context.site { _ in .text("ok") }
            let exchanges = (0..<5).map { _ in site.transport.start(.to(listener.authority)) }
            try site.expectText()
            for exchange in exchanges { exchange.dispose() }
            try site.expectText()
            for exchange in exchanges { try expectSilence(exchange) }
        },
        Case(.cancellation, "whileWaitingForAConnection") { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site(options: { $0.maximumConnectionsPerHost = 1 }) { request in
                .steps((request.path == "/first" ? [.wait(for: gate)] : []) + [.bytes("ok"), .finish()])
            }
            let first = site.start(.get, "/first")
            try site.server.waitForRequests(1, timeout: CaseContext.limit)
            let second = site.start(.get, "/second")
            let third = site.start(.get, "/third")
            second.dispose()
            gate.open()
            _ = try first.response()
            _ = try third.response()
            try expectSilence(second)
            try expect(site.server.requests.map(\.path), is: ["/first", "/third"], "the request paths")
        },
        Case(.cancellation, "afterTheRequestWasSent", serving: .stall) { site in
            let exchange = site.start()
            try site.server.waitForRequests(1, timeout: CaseContext.limit)
            try expectClose(afterDisposing: exchange, site.server)
            try expectSilence(exchange)
        },
        Case(.cancellation, "whenTheHeadIsDelivered", serving: .steps([.head(), .bytes("hello"), .stall])) { site in
            let exchange = site.observe(onHead: { $0.dispose() })
            try expectClose(site.server)
            try exchange.current.check()
            try expect(exchange.current.byteCount, is: 0, "the number of bytes")
        },
        Case(.cancellation, "whenAChunkIsDelivered") { context in
            let site = try context.site { _ in .steps([.head(), .pattern(byteCount: 64 << 20), .finish()]) }
            let exchange = site.observe(onChunk: { $0.dispose() })
            try expectClose(site.server)
            try exchange.current.check()
            try expect(exchange.current.chunkCount, is: 1, "the number of chunks")
        },
        Case(.cancellation, "inTheMiddleOfALargeBody", serving: .pattern(byteCount: 1 << 30)) { site in
            let exchange = site.start()
            try exchange.waitForBytes(1 << 20)
            try expectClose(afterDisposing: exchange, site.server)
        },
        Case(.cancellation, "duringAnUpload") { context in
            let chunk = [UInt8](repeating: 1, count: 10_000)
            let body = HTTPBody.stream(Observable<Int>.from(0..<1_000_000).map { _ in chunk })
            let site = try context.site(server: { $0.maximumBodySize = .max }) { _ in .text("not reached") }
            let sent = Monitor(0)
            let exchange = site.start(
                .post, body: body.onProgress { progress in sent.update { $0 = progress.completed } })
            _ = sent.wait(timeout: CaseContext.limit) { $0 > 1 << 20 ? true : nil }
            try expectClose(afterDisposing: exchange, site.server)
            try expectSilence(exchange)
            try expect(site.server.requests.count, is: 0, "the number of complete requests")
        },
        Case(.cancellation, "whilePaused", serving: .pattern(byteCount: 1 << 30)) { site in
            let exchange = site.observe(onHead: { $0.pause() })
            try site.server.waitForBodyBytes(1 << 16, timeout: CaseContext.limit)
            try exchange.waitForHead()
            try expectClose(afterDisposing: exchange, site.server)
            try expect(exchange.current.byteCount, is: 0, "the number of bytes")
        },
        Case(.cancellation, "afterTheEnd", runsWithoutNetwork: true, serving: .text("ok")) { site in
            for _ in 0..<3 {
                let exchange = site.start()
                try exchange.expectText("ok")
                exchange.dispose()
                try exchange.current.check()
            }
            try expect(site.server.connections.count <= 1, "a single connection")
        },
    ]
}
