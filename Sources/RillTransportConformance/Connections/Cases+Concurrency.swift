internal import RillHTTPTesting

extension TransportConformance {
    /// Concurrent exchanges on one transport.
    static let concurrencyCases: [Case] = [
        Case(.concurrency, "receivesAHundredConcurrentResponses", runsWithoutNetwork: true) { context in
            try expectResponses(toConcurrentRequests: 100, context)
        },
        Case(.tls, "runsManyConcurrentExchanges", over: .tls) { try expectResponses(toConcurrentRequests: 40, $0) },
        Case(.concurrency, "honorsMaximumConnectionsPerHost") { context in
            let site = try expectResponses(toConcurrentRequests: 40, context) { $0.maximumConnectionsPerHost = 2 }
            let count = site.server.connections.count
            try expect(count <= 2, "at most two connections, got \(count)")
        },
        Case(.concurrency, "runsAHundredConcurrentExchanges") { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site { request in
                .steps([.wait(for: gate), .head(), .bytes(request.target), .finish()])
            }
            let exchanges = (0..<100).map { site.start(.get, "/\($0)") }
            // All requests are received before the first response is sent.
            try site.server.waitForRequests(100, timeout: CaseContext.limit)
            gate.open()
            try expectTexts(of: exchanges)
        },
        Case(.concurrency, "runsConcurrentUploads") { context in
            let site = try context.site { request in .data(request.body) }
            let exchanges = (1...40).map { number in
                let chunk = [UInt8](repeating: UInt8(number), count: 50_000)
                let body = number % 2 == 0 ? HTTPBody(chunk) : .stream(.from([chunk, chunk]))
                return site.start(.post, body: body)
            }
            for (index, exchange) in exchanges.enumerated() {
                let body = [UInt8](repeating: UInt8(index + 1), count: index % 2 == 1 ? 50_000 : 100_000)
                try expect(exchange.response().body.equals(body), "the body of the corresponding request")
            }
        },
        Case(.concurrency, "isUsableFromSeveralThreads", runsWithoutNetwork: true) { context in
            let site = try context.site { request in .text("response to \(request.target)") }
            let faults = Monitor<[any Error]>([])
            let threads = try (0..<8).map { thread in
                try NativeThread.start {
                    do {
                        for round in 0..<20 {
                            let target = "/\(thread)-\(round)"
                            try site.expectText("response to \(target)", target)
                        }
                    } catch {
                        faults.update { $0.append(error) }
                    }
                }
            }
            for thread in threads { thread.join() }
            if let fault = faults.read({ $0.first }) { throw fault }
        },
        Case(.concurrency, "sendsARequestInsideADelivery") { context in
            let site = try context.site { request in .text(request.target) }
            let inner = Monitor<RunningExchange?>(nil)
            let outer = site.start(.get, "/outer") { event, _ in
                guard case .next(.head) = event else { return }
                let exchange = site.start(.get, "/inner")
                inner.update { $0 = exchange }
            }
            try outer.expectText("/outer")
            let exchange = inner.wait(timeout: CaseContext.limit) { $0 }
            try expect(exchange?.response().text, is: "/inner", "the body")
        },
        Case(.concurrency, "slowExchangeDoesNotBlockFastOnes") { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site(ok(except: "/slow", .steps([.head(), .wait(for: gate), .finish()])))
            let slow = site.start(.get, "/slow")
            try slow.waitForHead()
            for _ in 0..<20 { try site.expectText() }
            try expect(slow.current.end == nil, "the slow exchange to be running")
            gate.open()
            _ = try slow.response()
        },
        Case(.concurrency, "startsAWaitingExchangeWhenAnotherIsCancelled") { context in
            let site = try context.site(options: { $0.maximumConnectionsPerHost = 1 }, ok(except: "/stall", .stall))
            let stalled = site.start(.get, "/stall")
            try site.server.waitForRequests(1, timeout: CaseContext.limit)
            let waiting = site.start()
            stalled.dispose()
            try waiting.expectText("ok")
        },
        Case(.concurrency, "servesAllHostsWithOneConnection") { context in
            let transport = try context.transport { $0.maximumConnections = 1 }
            let sites = try (0..<3).map { _ in
                Site(server: try context.serve { request in .text(request.target) }, transport: transport)
            }
            try expectTexts(of: (0..<12).map { sites[$0 % 3].start(.get, "/\($0)") })
        },
        Case(.concurrency, "rejectsZeroLimits") { context in
            try context.expectInvalidOptions(
                { $0.maximumConnectionsPerHost = 0 }, { $0.maximumConnections = 0 }, { $0.maximumDecompressedSize = 0 })
        },
    ]

    /// Starts many exchanges at once, and expects each response at the corresponding exchange.
    @discardableResult
    private static func expectResponses(
        toConcurrentRequests count: Int, _ context: CaseContext,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> Site {
        let site = try context.site(options: change) { request in .text("response to \(request.target)") }
        try expectTexts("response to /", of: (0..<count).map { site.start(.get, "/\($0)") })
        return site
    }
}
