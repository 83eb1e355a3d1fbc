internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// How much of a body may be on its way to a reader that does not read.
    ///
    /// All streams share a connection, and so the socket cannot hold one of them back: a client takes in what the stream's
    /// window has promised (libcurl promised 32 MiB until 8.4, and 10 MiB since), and the kernel's buffers add to it.
    private static let windowBytes = (32 + 24) << 20

    /// Many exchanges on one connection.
    static let streamCases: [Case] = [
        http2Case("sharesOneConnection") { bench in
            let gate = LoopbackServer.Gate()
            let (server, peer, transport) = try bench.peer { request in
                .steps([.wait(for: gate), .head(), .bytes(request.path), .finish()])
            }
            let exchanges = (0..<50).map { transport.begin(peer.request(.get, "/\($0)")) }
            try server.waitForRequests(50, timeout: Bench.limit)
            gate.open()
            var connections: Set<String?> = []
            for (number, exchange) in exchanges.enumerated() {
                let answer = try exchange.answer()
                try bench.expect(answer.text, is: "/\(number)", "the body")
                connections.insert(answer.fields[.clientConnection])
            }
            try bench.expect(connections.count, is: 1, "the number of connections to the server")
        },
        http2Case("usesAConnectionAgain") { bench in
            let (_, peer, transport) = try bench.peer { request in .text(request.path) }
            var connections: Set<String?> = []
            for number in 0..<200 {
                let answer = try transport.begin(peer.request(.get, "/\(number)")).answer()
                try bench.expect(answer.text, is: "/\(number)", "the body")
                connections.insert(answer.fields[.clientConnection])
            }
            try bench.expect(connections.count, is: 1, "the number of connections to the server")
        },
        http2Case("holdsTheServerBackUpToAWindow") { bench in
            let size = 96 << 20
            let (server, peer, transport) = try bench.peer(
                { request in .pattern(byteCount: request.path == "/other" ? 16 << 20 : size) },
                sendBufferSize: 64 << 10)
            let exchange = transport.begin(peer.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            // Who is not held back has all the time that others take.
            for _ in 0..<4 {
                try expectPattern(of: 16 << 20, in: transport.begin(peer.request(.get, "/other")).answer(), bench)
            }
            let written = server.connections[0].bodyBytesWritten
            try bench.expect(written < windowBytes, "the server to be held back, but it wrote \(written) bytes")
            try bench.expect(exchange.current.byteCount, is: 0, "the number of bytes that came")
            exchange.resume()
            try expectPattern(of: size, in: exchange.answer(), bench)
        },
        http2Case("twoHundredPausedLetAnotherThrough") { bench in
            let (_, peer, transport) = try bench.peer(
                { request in request.path == "/quick" ? .text("quick") : .pattern(byteCount: 100_000) })
            let paused = (0..<200).map { _ in
                transport.begin(peer.request()) { event, exchange in
                    if case .next(.head) = event { exchange.pause() }
                }
            }
            for exchange in paused { try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head } }
            for _ in 0..<10 {
                let answer = try transport.begin(peer.request(.get, "/quick")).answer()
                try bench.expect(answer.text, is: "quick", "the body")
            }
            for exchange in paused { try bench.expect(exchange.current.byteCount, is: 0, "what the paused were given") }
            for exchange in paused[100...] { exchange.dispose() }
            for exchange in paused[..<100] { exchange.resume() }
            for exchange in paused[..<100] { try expectPattern(of: 100_000, in: exchange.answer(), bench) }
            for exchange in paused { try exchange.current.check() }
        },
        http2Case("cancelsOneStreamAlone") { bench in
            let gate = LoopbackServer.Gate()
            let (server, peer, transport) = try bench.peer { request in
                .steps(
                    [.head(), .bytes(request.path)] + (request.path == "/" ? [] : [.wait(for: gate), .bytes(".")])
                        + [.finish()])
            }
            let exchanges = (0..<6).map { transport.begin(peer.request(.get, "/\($0)")) }
            for exchange in exchanges { try exchange.wait(for: "the first bytes") { $0.byteCount > 0 ? true : nil } }
            for exchange in exchanges[..<3] { exchange.dispose() }
            // A client may tell the server of it together with the next thing that it has to say on the connection.
            let next = try transport.begin(peer.request()).answer()
            // The server in front closes the connections that it had opened for these streams.
            for request in server.requests where ["/0", "/1", "/2"].contains(request.path) {
                try expectClose(of: request.connection, server, bench)
            }
            gate.open()
            for (number, exchange) in exchanges.enumerated() where number >= 3 {
                let answer = try exchange.answer()
                try bench.expect(answer.text, is: "/\(number).", "the body")
                let connections = [answer, next].map { $0.fields[.clientConnection] }
                try bench.expect(connections[0], is: connections[1], "the connection of another exchange")
            }
            for exchange in exchanges { try exchange.current.check() }
        },
        http2Case("timesOneStreamOutAlone") { bench in
            let clock = VirtualClock()
            let (server, peer, transport) = try bench.peer({ request in
                request.path == "/stall" ? .stall : .text("ok")
            }) {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let stalled = transport.begin(peer.request(.get, "/stall"))
            try server.waitForRequests(1, timeout: Bench.limit)
            let before = try transport.begin(peer.request()).answer().fields[.clientConnection]
            try clock.advance(by: .seconds(100), untilEndOf: stalled)
            try expect(stalled.failure().error, .timeout, .firstByte, bench)
            let after = try transport.begin(peer.request()).answer()
            try bench.expect(after.fields[.clientConnection], is: before, "the connection of another exchange")
        },
        http2Case("tellsAStreamThatBreaksOff") { bench in
            let (_, peer, transport) = try bench.peer { request in
                switch request.path {
                case "/length": .truncated(LoopbackServer.patternBody(1_000), declaredLength: 2_000)
                case "/chunked": .steps([.head(), .pattern(byteCount: 1_000), .close])
                default: .text("ok")
                }
            }
            for path in ["/length", "/chunked"] {
                let (error, answer) = try transport.begin(peer.request(.get, path)).failure()
                try bench.expect(error, isOneOf: [.closedEarly])
                try expectPattern(of: 1_000, in: answer, bench)
                try bench.expect(transport.begin(peer.request()).answer().text, is: "ok", "the body of another")
            }
        },
        http2Case("tellsAServerThatIsGone") { bench in
            let (_, peer, transport) = try bench.peer { _ in .steps([.head(), .bytes("hello"), .stall]) }
            let exchanges = (0..<3).map { _ in transport.begin(peer.request()) }
            for exchange in exchanges { try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil } }
            peer.stop()
            for exchange in exchanges { try bench.expect(exchange.failure().error, isOneOf: [.closedEarly]) }
            let (error, _) = try transport.begin(peer.request()).failure()
            try expect(error, .couldNotConnect, .refused, bench)
        },
        http2Case("doesNotTrustAnUnknownAuthority") { bench in
            let (server, peer, transport) = try bench.peer({ _ in .text("ok") }) { $0.certificateAuthorityFile = nil }
            try expect(transport.begin(peer.request()).failure().error, .tls, .untrustedCertificate, bench)
            try bench.expect(server.requests.count, is: 0, "the number of requests that arrived")
        },
    ]
}
