internal import RillHTTPTesting

extension TransportConformance {
    /// Transports whose last reference is released.
    static let shutdownCases: [Case] = [
        Case(.shutdown, "closesIdleConnectionsOnRelease") { context in
            let server = try {
                let site = try context.site { _ in .text("ok") }
                let exchanges = (0..<5).map { _ in site.start() }
                for exchange in exchanges { _ = try exchange.response() }
                return site.server
            }()
            for number in 1...server.connections.count { try expectClose(of: number, server) }
        },
        Case(.shutdown, "completesRunningExchangesAfterRelease") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { _ in
                .steps([.head(), .wait(for: gate), .pattern(byteCount: 1_000_000), .finish()])
            }
            var exchange: RunningExchange? = try Site(server: server, transport: context.transport()).start()
            try exchange?.waitForHead()
            gate.open()
            if let response = try exchange?.response() { try expectPattern(of: 1_000_000, in: response) }
            exchange = nil
            try expectClose(server)
        },
        Case(.shutdown, "completesPausedExchangesAfterRelease") { context in
            let exchange = try context.site { _ in .pattern(byteCount: 8 << 20) }.observe(onHead: { $0.pause() })
            try exchange.waitForHead()
            exchange.resume()
            try expectPattern(of: 8 << 20, in: exchange.response())
        },
        Case(.shutdown, "isRetainedByAnUnsubscribedExchange") { context in
            let server = try context.serve { _ in .text("ok") }
            let exchange = try context.transport().send(.to(server.authority), body: nil)
            for number in 1...3 {
                try RunningExchange(exchange).expectText("ok")
                try expect(server.requests.count, is: number, "the number of requests")
            }
        },
        Case(.shutdown, "closesAllWhenTheLastExchangeIsCancelled") { context in
            let server = try context.serve { request in request.path == "/stall" ? .stall : .text("ok") }
            let exchange: RunningExchange = try {
                let site = Site(server: server, transport: try context.transport())
                try site.expectText()
                return site.start(.get, "/stall")
            }()
            try server.waitForRequests(2, timeout: CaseContext.limit)
            exchange.dispose()
            for number in 1...server.connections.count { try expectClose(of: number, server) }
            try expectSilence(exchange)
        },
        Case(.shutdown, "isCreatedAndReleasedRepeatedly") { context in
            let server = try context.serve { _ in .text("ok") }
            for number in 1...50 {
                try Site(server: server, transport: context.transport()).expectText()
                try expectClose(of: number, server)
            }
        },
        Case(.shutdown, "opensNoConnectionWithoutUse") { context in
            let server = try context.serve { _ in .text("ok") }
            for _ in 0..<50 { _ = try context.transport() }
            try expect(server.connections.count, is: 0, "the number of connections")
        },
    ]
}
