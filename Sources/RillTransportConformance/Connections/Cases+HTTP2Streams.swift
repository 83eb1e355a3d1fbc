internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// The maximum number of body bytes that may be buffered while the subscriber of a stream is paused.
    ///
    /// Streams share a connection, so the client must receive the data of a paused stream up to its flow-control window
    /// (32 MiB in libcurl before 8.4, 10 MiB since). The kernel's buffers are added to the window.
    private static let maximumWindowBytes = (32 + 24) << 20

    /// Concurrent exchanges on one HTTP/2 connection.
    static let streamCases: [Case] = [
        http2Case("sharesOneConnection") { context in
            let gate = LoopbackServer.Gate()
            let (server, peer, transport) = try context.peer { request in
                .steps([.wait(for: gate), .head(), .bytes(request.path), .finish()])
            }
            let exchanges = (0..<50).map { transport.start(peer.request(.get, "/\($0)")) }
            try server.waitForRequests(50, timeout: CaseContext.limit)
            gate.open()
            var connections: Set<String?> = []
            for (number, exchange) in exchanges.enumerated() {
                let response = try exchange.response()
                try context.expect(response.text, is: "/\(number)", "the body")
                connections.insert(response.fields[.clientConnection])
            }
            try context.expect(connections.count, is: 1, "the number of connections to the server")
        },
        http2Case("reusesAConnection") { context in
            let (_, peer, transport) = try context.peer { request in .text(request.path) }
            var connections: Set<String?> = []
            for number in 0..<200 {
                let response = try transport.start(peer.request(.get, "/\(number)")).response()
                try context.expect(response.text, is: "/\(number)", "the body")
                connections.insert(response.fields[.clientConnection])
            }
            try context.expect(connections.count, is: 1, "the number of connections to the server")
        },
        http2Case("appliesBackPressurePerStream") { context in
            let size = 96 << 20
            let (server, peer, transport) = try context.peer(
                { request in .pattern(byteCount: request.path == "/other" ? 16 << 20 : size) },
                sendBufferSize: 64 << 10)
            let exchange = transport.start(peer.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            // Without back-pressure, the server would send the whole body during these exchanges.
            for _ in 0..<4 {
                try expectPattern(of: 16 << 20, in: transport.start(peer.request(.get, "/other")).response(), context)
            }
            let written = server.connections[0].bodyBytesWritten
            try context.expect(
                written < maximumWindowBytes, "back-pressure on the server, but it wrote \(written) bytes")
            try context.expect(exchange.current.byteCount, is: 0, "the number of delivered bytes")
            exchange.resume()
            try expectPattern(of: size, in: exchange.response(), context)
        },
        http2Case("twoHundredPausedStreamsDoNotBlockAnother") { context in
            let (_, peer, transport) = try context.peer(
                { request in request.path == "/quick" ? .text("quick") : .pattern(byteCount: 100_000) })
            let paused = (0..<200).map { _ in
                transport.start(peer.request()) { event, exchange in
                    if case .next(.head) = event { exchange.pause() }
                }
            }
            for exchange in paused { try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head } }
            for _ in 0..<10 {
                let response = try transport.start(peer.request(.get, "/quick")).response()
                try context.expect(response.text, is: "quick", "the body")
            }
            for exchange in paused {
                try context.expect(exchange.current.byteCount, is: 0, "the number of bytes delivered while paused")
            }
            for exchange in paused[100...] { exchange.dispose() }
            for exchange in paused[..<100] { exchange.resume() }
            for exchange in paused[..<100] { try expectPattern(of: 100_000, in: exchange.response(), context) }
            for exchange in paused { try exchange.current.check() }
        },
        http2Case("cancelsASingleStream") { context in
            let gate = LoopbackServer.Gate()
            let (server, peer, transport) = try context.peer { request in
                .steps(
                    [.head(), .bytes(request.path)] + (request.path == "/" ? [] : [.wait(for: gate), .bytes(".")])
                        + [.finish()])
            }
            let exchanges = (0..<6).map { transport.start(peer.request(.get, "/\($0)")) }
            for exchange in exchanges { try exchange.wait(for: "the first bytes") { $0.byteCount > 0 ? true : nil } }
            for exchange in exchanges[..<3] { exchange.dispose() }
            // A client may delay the cancellation until it sends its next frame on the connection.
            let next = try transport.start(peer.request()).response()
            // The proxy closes its upstream connections for the canceled streams.
            for request in server.requests where ["/0", "/1", "/2"].contains(request.path) {
                try expectClose(of: request.connection, server, context)
            }
            gate.open()
            for (number, exchange) in exchanges.enumerated() where number >= 3 {
                let response = try exchange.response()
                try context.expect(response.text, is: "/\(number).", "the body")
                let connections = [response, next].map { $0.fields[.clientConnection] }
                try context.expect(connections[0], is: connections[1], "the connection of another exchange")
            }
            for exchange in exchanges { try exchange.current.check() }
        },
        http2Case("timesOutASingleStream") { context in
            let clock = VirtualClock()
            let (server, peer, transport) = try context.peer({ request in
                request.path == "/stall" ? .stall : .text("ok")
            }) {
                $0.scheduler = clock
                $0.responseTimeout = .seconds(100)
            }
            let stalled = transport.start(peer.request(.get, "/stall"))
            try server.waitForRequests(1, timeout: CaseContext.limit)
            let before = try transport.start(peer.request()).response().fields[.clientConnection]
            try clock.advance(by: .seconds(100), untilEndOf: stalled)
            try expect(stalled.failure().error, .timeout, .firstByte, context)
            let after = try transport.start(peer.request()).response()
            try context.expect(after.fields[.clientConnection], is: before, "the connection of another exchange")
        },
        http2Case("reportsATruncatedStream") { context in
            let (_, peer, transport) = try context.peer { request in
                switch request.path {
                case "/length": .truncated(LoopbackServer.patternBody(1_000), declaredLength: 2_000)
                case "/chunked": .steps([.head(), .pattern(byteCount: 1_000), .close])
                default: .text("ok")
                }
            }
            for path in ["/length", "/chunked"] {
                let (error, response) = try transport.start(peer.request(.get, path)).failure()
                try context.expect(error, isOneOf: [.closedEarly])
                try expectPattern(of: 1_000, in: response, context)
                try context.expect(
                    transport.start(peer.request()).response().text, is: "ok", "the body of another exchange")
            }
        },
        http2Case("reportsAStoppedServer") { context in
            let (_, peer, transport) = try context.peer { _ in .steps([.head(), .bytes("hello"), .stall]) }
            let exchanges = (0..<3).map { _ in transport.start(peer.request()) }
            for exchange in exchanges { try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil } }
            peer.stop()
            for exchange in exchanges { try context.expect(exchange.failure().error, isOneOf: [.closedEarly]) }
            let (error, _) = try transport.start(peer.request()).failure()
            try expect(error, .couldNotConnect, .refused, context)
        },
        http2Case("doesNotTrustAnUnknownAuthority") { context in
            let (server, peer, transport) = try context.peer({ _ in .text("ok") }) { $0.certificateAuthorityFile = nil }
            try expect(transport.start(peer.request()).failure().error, .tls, .untrustedCertificate, context)
            try context.expect(server.requests.count, is: 0, "the number of received requests")
        },
    ]
}
