internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

extension TransportConformance {
    /// Concurrent exchanges on one transport.
    static let concurrencyCases: [Case] = [
        Case(.concurrency, "receivesAHundredConcurrentResponses", runsWithoutNetwork: true) { context in
            let server = try context.serve { request in .text("response to \(request.target)") }
            let transport = try context.transport()
            let exchanges = (0..<100).map { transport.start(server.request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try context.expect(exchange.response().text, is: "response to /\(number)", "the body")
            }
        },
        Case(.concurrency, "runsAHundredConcurrentExchanges") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { request in
                .steps([.wait(for: gate), .head(), .bytes(request.target), .finish()])
            }
            let transport = try context.transport()
            let exchanges = (0..<100).map { transport.start(server.request(.get, "/\($0)")) }
            // All requests are received before the first response is sent.
            try server.waitForRequests(100, timeout: CaseContext.limit)
            gate.open()
            for (number, exchange) in exchanges.enumerated() {
                try context.expect(exchange.response().text, is: "/\(number)", "the body")
            }
        },
        Case(.concurrency, "runsConcurrentUploads") { context in
            let server = try context.serve { request in .data(request.body) }
            let transport = try context.transport()
            let exchanges = (1...40).map { number in
                let chunk = [UInt8](repeating: UInt8(number), count: 50_000)
                let body = number % 2 == 0 ? HTTPBody(chunk) : .stream(.from([chunk, chunk]))
                return transport.start(server.request(.post), body: body)
            }
            for (index, exchange) in exchanges.enumerated() {
                let response = try exchange.response()
                try context.expect(response.byteCount, is: index % 2 == 1 ? 50_000 : 100_000, "the number of bytes")
                try context.expect(
                    response.body.allSatisfy { $0 == UInt8(index + 1) }, "the body of the corresponding request")
            }
        },
        Case(.concurrency, "isUsableFromSeveralThreads", runsWithoutNetwork: true) { context in
            let server = try context.serve { request in .text("response to \(request.target)") }
            let transport = try context.transport()
            let faults = Monitor<[any Error]>([])
            let threads = try (0..<8).map { thread in
                try NativeThread.start {
                    do {
                        for round in 0..<20 {
                            let target = "/\(thread)-\(round)"
                            let response = try transport.start(server.request(.get, target)).response()
                            try context.expect(response.text, is: "response to \(target)", "the body")
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
            let server = try context.serve { request in .text(request.target) }
            let transport = try context.transport()
            let inner = Monitor<RunningExchange?>(nil)
            let outer = transport.start(server.request(.get, "/outer")) { event, _ in
                guard case .next(.head) = event else { return }
                let exchange = transport.start(server.request(.get, "/inner"))
                inner.update { $0 = exchange }
            }
            try context.expect(outer.response().text, is: "/outer", "the body")
            let exchange = inner.wait(timeout: CaseContext.limit) { $0 }
            try context.expect(exchange?.response().text, is: "/inner", "the body")
        },
        Case(.concurrency, "slowExchangeDoesNotBlockFastOnes") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { request in
                request.path == "/slow" ? .steps([.head(), .wait(for: gate), .finish()]) : .text("fast")
            }
            let transport = try context.transport()
            let slow = transport.start(server.request(.get, "/slow"))
            try slow.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            for _ in 0..<20 {
                try context.expect(transport.start(server.request()).response().text, is: "fast", "the body")
            }
            try context.expect(slow.current.end == nil, "the slow exchange to be running")
            gate.open()
            _ = try slow.response()
        },
        Case(.concurrency, "honorsMaximumConnectionsPerHost") { context in
            let server = try context.serve { request in .text(request.target) }
            let transport = try context.transport { $0.maximumConnectionsPerHost = 2 }
            let exchanges = (0..<40).map { transport.start(server.request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try context.expect(exchange.response().text, is: "/\(number)", "the body")
            }
            let count = server.connections.count
            try context.expect(count <= 2, "at most two connections, got \(count)")
        },
        Case(.concurrency, "startsAWaitingExchangeWhenAnotherIsCancelled") { context in
            let server = try context.serve { request in request.path == "/stall" ? .stall : .text("ok") }
            let transport = try context.transport { $0.maximumConnectionsPerHost = 1 }
            let stalled = transport.start(server.request(.get, "/stall"))
            try server.waitForRequests(1, timeout: CaseContext.limit)
            let waiting = transport.start(server.request())
            stalled.dispose()
            try context.expect(waiting.response().text, is: "ok", "the body")
        },
        Case(.concurrency, "servesAllHostsWithOneConnection") { context in
            let servers = try (0..<3).map { _ in try context.serve { request in .text(request.target) } }
            let transport = try context.transport { $0.maximumConnections = 1 }
            let exchanges = (0..<12).map { transport.start(servers[$0 % 3].request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try context.expect(exchange.response().text, is: "/\(number)", "the body")
            }
        },
        Case(.concurrency, "rejectsZeroLimits") { context in
            let server = try context.serve { _ in .text("ok") }
            let changes: [(inout TransportOptions) -> Void] = [
                { $0.maximumConnectionsPerHost = 0 }, { $0.maximumConnections = 0 },
                { $0.maximumDecompressedSize = 0 },
            ]
            for change in changes {
                let (error, _) = try context.transport(change).start(server.request()).failure()
                try context.expect(error, isOneOf: [.invalidOptions])
            }
        },
    ]
}
