internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Transports whose last reference is released.
    static let shutdownCases: [Case] = [
        Case(.shutdown, "closesIdleConnectionsOnRelease") { context in
            let server = try context.serve { _ in .text("ok") }
            try {
                let transport = try context.transport()
                let exchanges = (0..<5).map { _ in transport.start(server.request()) }
                for exchange in exchanges { _ = try exchange.response() }
            }()
            for number in 1...server.connections.count { try expectClose(of: number, server, context) }
        },
        Case(.shutdown, "completesRunningExchangesAfterRelease") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { _ in
                .steps([.head(), .wait(for: gate), .pattern(byteCount: 1_000_000), .finish()])
            }
            var exchange: RunningExchange? = try context.transport().start(server.request())
            try exchange?.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            gate.open()
            if let response = try exchange?.response() { try expectPattern(of: 1_000_000, in: response, context) }
            exchange = nil
            try expectClose(of: 1, server, context)
        },
        Case(.shutdown, "completesPausedExchangesAfterRelease") { context in
            let server = try context.serve { _ in .pattern(byteCount: 8 << 20) }
            let exchange = try context.transport().start(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            exchange.resume()
            try expectPattern(of: 8 << 20, in: exchange.response(), context)
        },
        Case(.shutdown, "isRetainedByAnUnsubscribedExchange") { context in
            let server = try context.serve { _ in .text("ok") }
            let exchange = try context.transport().send(server.request(), body: nil)
            for number in 1...3 {
                try context.expect(RunningExchange(exchange).response().text, is: "ok", "the body")
                try context.expect(server.requests.count, is: number, "the number of requests")
            }
        },
        Case(.shutdown, "closesAllWhenTheLastExchangeIsCancelled") { context in
            let server = try context.serve { request in request.path == "/stall" ? .stall : .text("ok") }
            let exchange: RunningExchange = try {
                let transport = try context.transport()
                _ = try transport.start(server.request()).response()
                return transport.start(server.request(.get, "/stall"))
            }()
            try server.waitForRequests(2, timeout: CaseContext.limit)
            exchange.dispose()
            for number in 1...server.connections.count { try expectClose(of: number, server, context) }
            try expectSilence(exchange)
        },
        Case(.shutdown, "isCreatedAndReleasedRepeatedly") { context in
            let server = try context.serve { _ in .text("ok") }
            for number in 1...50 {
                try context.expect(context.transport().start(server.request()).response().text, is: "ok", "the body")
                try expectClose(of: number, server, context)
            }
        },
        Case(.shutdown, "opensNoConnectionWithoutUse") { context in
            let server = try context.serve { _ in .text("ok") }
            for _ in 0..<50 { _ = try context.transport() }
            try context.expect(server.connections.count, is: 0, "the number of connections")
        },
    ]
}
