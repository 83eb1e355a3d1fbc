internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Many exchanges over one transport.
    static let concurrencyCases: [Case] = [
        Case(.concurrency, "answersAHundredAtOnce", isSimulable: true) { bench in
            let server = try bench.serve { request in .text("answer to \(request.target)") }
            let transport = try bench.transport()
            let exchanges = (0..<100).map { transport.begin(server.request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try bench.expect(exchange.answer().text, is: "answer to /\(number)", "the body")
            }
        },
        Case(.concurrency, "runsAHundredAtOnce") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { request in
                .steps([.wait(for: gate), .head(), .bytes(request.target), .finish()])
            }
            let transport = try bench.transport()
            let exchanges = (0..<100).map { transport.begin(server.request(.get, "/\($0)")) }
            // All of them are on their way before one is answered.
            try server.waitForRequests(100, timeout: Bench.limit)
            gate.open()
            for (number, exchange) in exchanges.enumerated() {
                try bench.expect(exchange.answer().text, is: "/\(number)", "the body")
            }
        },
        Case(.concurrency, "runsUploadsAtOnce") { bench in
            let server = try bench.serve { request in .data(request.body) }
            let transport = try bench.transport()
            let exchanges = (1...40).map { number in
                let piece = [UInt8](repeating: UInt8(number), count: 50_000)
                let body = number % 2 == 0 ? HTTPBody(piece) : .stream(.from([piece, piece]))
                return transport.begin(server.request(.post), body: body)
            }
            for (index, exchange) in exchanges.enumerated() {
                let answer = try exchange.answer()
                try bench.expect(answer.byteCount, is: index % 2 == 1 ? 50_000 : 100_000, "the number of bytes")
                try bench.expect(answer.body.allSatisfy { $0 == UInt8(index + 1) }, "the body of its own request")
            }
        },
        Case(.concurrency, "isUsedFromSeveralThreads", isSimulable: true) { bench in
            let server = try bench.serve { request in .text("answer to \(request.target)") }
            let transport = try bench.transport()
            let faults = Monitor<[any Error]>([])
            let threads = try (0..<8).map { thread in
                try NativeThread.start {
                    do {
                        for round in 0..<20 {
                            let target = "/\(thread)-\(round)"
                            let answer = try transport.begin(server.request(.get, target)).answer()
                            try bench.expect(answer.text, is: "answer to \(target)", "the body")
                        }
                    } catch {
                        faults.update { $0.append(error) }
                    }
                }
            }
            for thread in threads { thread.join() }
            if let fault = faults.read({ $0.first }) { throw fault }
        },
        Case(.concurrency, "sendsOnWhereAnswersAreDelivered") { bench in
            let server = try bench.serve { request in .text(request.target) }
            let transport = try bench.transport()
            let inner = Monitor<RunningExchange?>(nil)
            let outer = transport.begin(server.request(.get, "/outer")) { event, _ in
                guard case .next(.head) = event else { return }
                let exchange = transport.begin(server.request(.get, "/inner"))
                inner.update { $0 = exchange }
            }
            try bench.expect(outer.answer().text, is: "/outer", "the body")
            let exchange = inner.wait(timeout: Bench.limit) { $0 }
            try bench.expect(exchange?.answer().text, is: "/inner", "the body")
        },
        Case(.concurrency, "doesNotLetASlowOneHoldUpAFastOne") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { request in
                request.path == "/slow" ? .steps([.head(), .wait(for: gate), .finish()]) : .text("fast")
            }
            let transport = try bench.transport()
            let slow = transport.begin(server.request(.get, "/slow"))
            try slow.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            for _ in 0..<20 {
                try bench.expect(transport.begin(server.request()).answer().text, is: "fast", "the body")
            }
            try bench.expect(slow.current.end == nil, "the slow one to run on")
            gate.open()
            _ = try slow.answer()
        },
        Case(.concurrency, "keepsTheLimitOfConnectionsPerHost") { bench in
            let server = try bench.serve { request in .text(request.target) }
            let transport = try bench.transport { $0.maximumConnectionsPerHost = 2 }
            let exchanges = (0..<40).map { transport.begin(server.request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try bench.expect(exchange.answer().text, is: "/\(number)", "the body")
            }
            let count = server.connections.count
            try bench.expect(count <= 2, "no more than two connections, but there were \(count)")
        },
        Case(.concurrency, "startsWhatWaitsWhenAnotherIsCancelled") { bench in
            let server = try bench.serve { request in request.path == "/stall" ? .stall : .text("ok") }
            let transport = try bench.transport { $0.maximumConnectionsPerHost = 1 }
            let stalled = transport.begin(server.request(.get, "/stall"))
            try server.waitForRequests(1, timeout: Bench.limit)
            let waiting = transport.begin(server.request())
            stalled.dispose()
            try bench.expect(waiting.answer().text, is: "ok", "the body")
        },
        Case(.concurrency, "servesAllWithOneConnectionInAll") { bench in
            let servers = try (0..<3).map { _ in try bench.serve { request in .text(request.target) } }
            let transport = try bench.transport { $0.maximumConnections = 1 }
            let exchanges = (0..<12).map { transport.begin(servers[$0 % 3].request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try bench.expect(exchange.answer().text, is: "/\(number)", "the body")
            }
        },
        Case(.concurrency, "refusesLimitsOfNothing") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let changes: [(inout TransportOptions) -> Void] = [
                { $0.maximumConnectionsPerHost = 0 }, { $0.maximumConnections = 0 },
                { $0.maximumDecompressedSize = 0 },
            ]
            for change in changes {
                let (error, _) = try bench.transport(change).begin(server.request()).failure()
                try bench.expect(error, isOneOf: [.invalidOptions])
            }
        },
    ]
}
