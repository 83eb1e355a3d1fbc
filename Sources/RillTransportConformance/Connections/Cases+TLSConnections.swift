internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Exchanges over TLS connections, and TLS failures during an exchange.
    static let tlsConnectionCases: [Case] = [
        tlsCase("reusesAConnection") { context, certificates in
            let server = try context.serve(certificates.server) { request in .text(request.path) }
            let transport = try trusting(certificates, context)
            for number in 0..<10 {
                let response = try transport.start(server.request(.get, "/\(number)")).response()
                try context.expect(response.text, is: "/\(number)", "the body")
            }
            try context.expect(server.connections.count, is: 1, "the number of connections")
        },
        tlsCase("runsManyConcurrentExchanges") { context, certificates in
            let server = try context.serve(certificates.server) { request in .text(request.path) }
            let transport = try trusting(certificates, context)
            let exchanges = (0..<40).map { transport.start(server.request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try context.expect(exchange.response().text, is: "/\(number)", "the body")
            }
        },
        tlsCase("deliversALargeBody") { context, certificates in
            let size = 32 << 20
            let server = try context.serve(certificates.server) { request in
                request.path == "/chunked"
                    ? .steps([.head(), .pattern(byteCount: size), .finish()]) : .pattern(byteCount: size)
            }
            let transport = try trusting(certificates, context)
            for path in ["/", "/chunked"] {
                try expectPattern(of: size, in: transport.start(server.request(.get, path)).response(), context)
            }
        },
        tlsCase("deliversDataAsItArrives") { context, certificates in
            let gates = (0..<3).map { _ in LoopbackServer.Gate() }
            let server = try context.serve(certificates.server) { _ in
                .steps([.head()] + gates.flatMap { [.bytes("a"), .wait(for: $0)] } + [.finish()])
            }
            let exchange = try trusting(certificates, context).start(server.request())
            for (number, gate) in gates.enumerated() {
                try exchange.wait(for: "part \(number)") { $0.byteCount == number + 1 ? true : nil }
                gate.open()
            }
            try context.expect(exchange.response().text, is: "aaa", "the body")
        },
        tlsCase("sendsALargeBody") { context, certificates in
            let body = LoopbackServer.patternBody(5 << 20)
            let server = try context.serve(certificates.server) { request in
                .text(request.body == body ? "same" : "\(request.body.count) other bytes")
            }
            let transport = try trusting(certificates, context)
            for body in [HTTPBody(body), .stream(.from([Array(body[..<1_000]), Array(body[1_000...])]))] {
                let response = try transport.start(server.request(.put), body: body).response()
                try context.expect(response.text, is: "same", "the server's comparison of the body")
            }
        },
        tlsCase("appliesBackPressureToTheServer") { context, certificates in
            let size = 64 << 20
            let server = try context.serve(certificates.server, sendBufferSize: 64 << 10) { _ in
                .pattern(byteCount: size)
            }
            let other = try context.serve(certificates.server) { _ in .pattern(byteCount: 8 << 20) }
            let transport = try trusting(certificates, context)
            let exchange = transport.start(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            for _ in 0..<4 { try expectPattern(of: 8 << 20, in: transport.start(other.request()).response(), context) }
            let written = server.bodyBytesWritten
            try context.expect(written < 24 << 20, "back-pressure on the server, but it wrote \(written) bytes")
            try context.expect(exchange.current.byteCount, is: 0, "the number of delivered bytes")
            exchange.resume()
            try expectPattern(of: size, in: exchange.response(), context)
        },
        tlsCase("cancelsDuringTheHandshake") { context, certificates in
            let server = try context.serve(certificates.server, fault: .stallsInHandshake) { _ in .text("ok") }
            let good = try context.serve(certificates.server) { _ in .text("ok") }
            let transport = try trusting(certificates, context)
            let exchange = transport.start(server.request())
            try context.expect(hasConnection(server), "a connection")
            exchange.dispose()
            try expectClose(of: 1, server, context)
            try expectSilence(exchange)
            try context.expect(transport.start(good.request()).response().text, is: "ok", "the body")
        },
        tlsCase("timesOutASlowHandshake") { context, certificates in
            let server = try context.serve(certificates.server, fault: .stallsInHandshake) { _ in .text("ok") }
            let transport = try context.transport { $0.connectTimeout = .milliseconds(200) }
            let (error, _) = try transport.start(server.request()).failure()
            try expect(error, .timeout, .connecting, context)
            try expectClose(of: 1, server, context)
        },
        tlsCase("reportsAnAbortedHandshake") { context, certificates in
            let server = try context.serve(certificates.server, fault: .closesInHandshake) { _ in .text("ok") }
            let transport = try trusting(certificates, context)
            for method in [HTTPRequest.Method.get, .post] {
                let (error, _) = try transport.start(server.request(method)).failure()
                try expect(error, .tls, .handshake, context)
            }
        },
        tlsCase("reportsATruncatedBody") { context, certificates in
            let heads: [LoopbackServer.Step] = [.head(.length(9)), .head(.chunked)]
            for fault in [nil, LoopbackServer.TLS.Fault.closesWithoutNotice] {
                for head in heads {
                    let server = try context.serve(certificates.server, fault: fault) { _ in
                        .steps([head, .bytes("hello"), .close])
                    }
                    let (error, response) = try trusting(certificates, context).start(server.request()).failure()
                    try context.expect(error, isOneOf: [.closedEarly])
                    try context.expect(response.text, is: "hello", "the partial body")
                }
            }
        },
        tlsCase("endsABodyAtConnectionClose") { context, certificates in
            let server = try context.serve(certificates.server) { _ in
                .steps([.head(.untilClose), .bytes("hello"), .close])
            }
            let transport = try trusting(certificates, context)
            try context.expect(transport.start(server.request()).response().text, is: "hello", "the body")
        },
        tlsCase("acceptsOrReportsACloseWithoutNotification") { context, certificates in
            // Such a body may be truncated. Some TLS libraries report an error. Others accept the body as complete,
            // like browsers.
            let server = try context.serve(certificates.server, fault: .closesWithoutNotice) { _ in
                .steps([.head(.untilClose), .bytes("hello"), .close])
            }
            let (error, response) = try trusting(certificates, context).start(server.request()).end()
            if let error { try context.expect(error, isOneOf: [.closedEarly]) }
            try context.expect(response.text, is: "hello", "the partial body")
        },
        tlsCase("reportsAResetInsideTheBody") { context, certificates in
            let gate = LoopbackServer.Gate()
            let server = try context.serve(certificates.server) { _ in
                .steps([.head(), .bytes("hello"), .wait(for: gate), .reset])
            }
            let exchange = try trusting(certificates, context).start(server.request())
            try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil }
            gate.open()
            try context.expect(exchange.failure().error, isOneOf: [.closedEarly])
        },
        tlsCase("reconnectsAfterAnIdleConnectionWasClosed") { context, certificates in
            let server = try context.serve(certificates.server) { request in
                .steps([.head(.length(2)), .bytes("ok"), .finish()] + (request.path == "/last" ? [.close] : []))
            }
            let transport = try trusting(certificates, context)
            for number in 1...5 {
                try context.expect(
                    transport.start(server.request(.get, "/last")).response().text, is: "ok", "the body")
                try server.waitForEnd(ofConnection: number, timeout: CaseContext.limit)
            }
        },
    ]

    private static func trusting(_ certificates: TestCertificates, _ context: CaseContext) throws -> any Transport {
        try context.transport { $0.certificateAuthorityFile = certificates.authorityFile }
    }

    private static func hasConnection(_ server: LoopbackServer) -> Bool {
        server.record.wait(timeout: CaseContext.limit) { $0.connections.isEmpty ? nil : true } ?? false
    }
}
