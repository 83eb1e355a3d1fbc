internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Transports that nobody holds any more.
    static let shutdownCases: [Case] = [
        Case(.shutdown, "closesIdleConnectionsWhenItIsLetGo") { bench in
            let server = try bench.serve { _ in .text("ok") }
            try {
                let transport = try bench.transport()
                let exchanges = (0..<5).map { _ in transport.begin(server.request()) }
                for exchange in exchanges { _ = try exchange.answer() }
            }()
            for number in 1...server.connections.count { try expectClose(of: number, server, bench) }
        },
        Case(.shutdown, "finishesWhatRunsWhenItIsLetGo") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { _ in
                .steps([.head(), .wait(for: gate), .pattern(byteCount: 1_000_000), .finish()])
            }
            var exchange: RunningExchange? = try bench.transport().begin(server.request())
            try exchange?.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            gate.open()
            if let answer = try exchange?.answer() { try expectPattern(of: 1_000_000, in: answer, bench) }
            exchange = nil
            try expectClose(of: 1, server, bench)
        },
        Case(.shutdown, "finishesWhatIsPausedWhenItIsLetGo") { bench in
            let server = try bench.serve { _ in .pattern(byteCount: 8 << 20) }
            let exchange = try bench.transport().begin(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            exchange.resume()
            try expectPattern(of: 8 << 20, in: exchange.answer(), bench)
        },
        Case(.shutdown, "isKeptByAnExchangeThatHasNotBegun") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let exchange = try bench.transport().send(server.request(), body: nil)
            for _ in 0..<3 { try bench.expect(RunningExchange(exchange).answer().text, is: "ok", "the body") }
        },
        Case(.shutdown, "closesAllWhenTheLastExchangeIsCancelled") { bench in
            let server = try bench.serve { request in request.path == "/stall" ? .stall : .text("ok") }
            let exchange: RunningExchange = try {
                let transport = try bench.transport()
                _ = try transport.begin(server.request()).answer()
                return transport.begin(server.request(.get, "/stall"))
            }()
            try server.waitForRequests(2, timeout: Bench.limit)
            exchange.dispose()
            for number in 1...server.connections.count { try expectClose(of: number, server, bench) }
            try expectSilence(exchange)
        },
        Case(.shutdown, "isMadeAndLetGoManyTimes") { bench in
            let server = try bench.serve { _ in .text("ok") }
            for number in 1...50 {
                try bench.expect(bench.transport().begin(server.request()).answer().text, is: "ok", "the body")
                try expectClose(of: number, server, bench)
            }
        },
        Case(.shutdown, "isLetGoWithoutUse") { bench in
            let server = try bench.serve { _ in .text("ok") }
            for _ in 0..<50 { _ = try bench.transport() }
            try bench.expect(server.connections.count, is: 0, "the number of connections")
        },
    ]
}
