internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// What becomes of exchanges when TLS lies between, and when it fails in their course.
    static let tlsConnectionCases: [Case] = [
        tlsCase("usesAConnectionAgain") { bench, certificates in
            let server = try bench.serve(certificates.server) { request in .text(request.path) }
            let transport = try trusting(certificates, bench)
            for number in 0..<10 {
                let answer = try transport.begin(server.request(.get, "/\(number)")).answer()
                try bench.expect(answer.text, is: "/\(number)", "the body")
            }
            try bench.expect(server.connections.count, is: 1, "the number of connections, each with its handshake,")
        },
        tlsCase("runsManyExchangesAtOnce") { bench, certificates in
            let server = try bench.serve(certificates.server) { request in .text(request.path) }
            let transport = try trusting(certificates, bench)
            let exchanges = (0..<40).map { transport.begin(server.request(.get, "/\($0)")) }
            for (number, exchange) in exchanges.enumerated() {
                try bench.expect(exchange.answer().text, is: "/\(number)", "the body")
            }
        },
        tlsCase("deliversALargeBody") { bench, certificates in
            let size = 32 << 20
            let server = try bench.serve(certificates.server) { request in
                request.path == "/chunked"
                    ? .steps([.head(), .pattern(byteCount: size), .finish()]) : .pattern(byteCount: size)
            }
            let transport = try trusting(certificates, bench)
            for path in ["/", "/chunked"] {
                try expectPattern(of: size, in: transport.begin(server.request(.get, path)).answer(), bench)
            }
        },
        tlsCase("deliversPiecesAsTheyCome") { bench, certificates in
            let gates = (0..<3).map { _ in LoopbackServer.Gate() }
            let server = try bench.serve(certificates.server) { _ in
                .steps([.head()] + gates.flatMap { [.bytes("a"), .wait(for: $0)] } + [.finish()])
            }
            let exchange = try trusting(certificates, bench).begin(server.request())
            for (number, gate) in gates.enumerated() {
                try exchange.wait(for: "piece \(number)") { $0.byteCount == number + 1 ? true : nil }
                gate.open()
            }
            try bench.expect(exchange.answer().text, is: "aaa", "the body")
        },
        tlsCase("sendsALargeBody") { bench, certificates in
            let body = LoopbackServer.patternBody(5 << 20)
            let server = try bench.serve(certificates.server) { request in
                .text(request.body == body ? "same" : "\(request.body.count) other bytes")
            }
            let transport = try trusting(certificates, bench)
            for body in [HTTPBody(body), .stream(.from([Array(body[..<1_000]), Array(body[1_000...])]))] {
                let answer = try transport.begin(server.request(.put), body: body).answer()
                try bench.expect(answer.text, is: "same", "what the server says of the body")
            }
        },
        tlsCase("holdsTheServerBack") { bench, certificates in
            let size = 64 << 20
            let server = try bench.serve(certificates.server, sendBufferSize: 64 << 10) { _ in
                .pattern(byteCount: size)
            }
            let other = try bench.serve(certificates.server) { _ in .pattern(byteCount: 8 << 20) }
            let transport = try trusting(certificates, bench)
            let exchange = transport.begin(server.request()) { event, exchange in
                if case .next(.head) = event { exchange.pause() }
            }
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            for _ in 0..<4 { try expectPattern(of: 8 << 20, in: transport.begin(other.request()).answer(), bench) }
            let written = server.bodyBytesWritten
            try bench.expect(written < 24 << 20, "the server to be held back, but it wrote \(written) bytes")
            try bench.expect(exchange.current.byteCount, is: 0, "the number of bytes that came")
            exchange.resume()
            try expectPattern(of: size, in: exchange.answer(), bench)
        },
        tlsCase("isCancelledDuringTheHandshake") { bench, certificates in
            let server = try bench.serve(certificates.server, fault: .stallsInHandshake) { _ in .text("ok") }
            let good = try bench.serve(certificates.server) { _ in .text("ok") }
            let transport = try trusting(certificates, bench)
            let exchange = transport.begin(server.request())
            try bench.expect(hasConnection(server), "a connection")
            exchange.dispose()
            try expectClose(of: 1, server, bench)
            try expectSilence(exchange)
            try bench.expect(transport.begin(good.request()).answer().text, is: "ok", "the body")
        },
        tlsCase("endsAHandshakeThatTakesTooLong") { bench, certificates in
            let server = try bench.serve(certificates.server, fault: .stallsInHandshake) { _ in .text("ok") }
            let transport = try bench.transport { $0.connectTimeout = .milliseconds(200) }
            let (error, _) = try transport.begin(server.request()).failure()
            try expect(error, .timeout, .connecting, bench)
            try expectClose(of: 1, server, bench)
        },
        tlsCase("tellsAHandshakeThatBreaksOff") { bench, certificates in
            let server = try bench.serve(certificates.server, fault: .closesInHandshake) { _ in .text("ok") }
            let transport = try trusting(certificates, bench)
            for method in [HTTPRequest.Method.get, .post] {
                let (error, _) = try transport.begin(server.request(method)).failure()
                try expect(error, .tls, .handshake, bench)
            }
        },
        tlsCase("tellsABodyThatIsCutOff") { bench, certificates in
            let heads: [LoopbackServer.Step] = [.head(.length(9)), .head(.chunked)]
            for fault in [nil, LoopbackServer.TLS.Fault.closesWithoutNotice] {
                for head in heads {
                    let server = try bench.serve(certificates.server, fault: fault) { _ in
                        .steps([head, .bytes("hello"), .close])
                    }
                    let (error, answer) = try trusting(certificates, bench).begin(server.request()).failure()
                    try bench.expect(error, isOneOf: [.closedEarly])
                    try bench.expect(answer.text, is: "hello", "what came of the body")
                }
            }
        },
        tlsCase("takesTheEndOfTheConnectionForTheEndOfABody") { bench, certificates in
            let server = try bench.serve(certificates.server) { _ in
                .steps([.head(.untilClose), .bytes("hello"), .close])
            }
            let transport = try trusting(certificates, bench)
            try bench.expect(transport.begin(server.request()).answer().text, is: "hello", "the body")
        },
        tlsCase("tellsAnEndWithoutNoticeAsNothingWorse") { bench, certificates in
            // Such a body may have been cut off. Some libraries tell, others take it for whole, as browsers do.
            let server = try bench.serve(certificates.server, fault: .closesWithoutNotice) { _ in
                .steps([.head(.untilClose), .bytes("hello"), .close])
            }
            let (error, answer) = try trusting(certificates, bench).begin(server.request()).end()
            if let error { try bench.expect(error, isOneOf: [.closedEarly]) }
            try bench.expect(answer.text, is: "hello", "what came of the body")
        },
        tlsCase("tellsAResetInsideTheBody") { bench, certificates in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve(certificates.server) { _ in
                .steps([.head(), .bytes("hello"), .wait(for: gate), .reset])
            }
            let exchange = try trusting(certificates, bench).begin(server.request())
            try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil }
            gate.open()
            try bench.expect(exchange.failure().error, isOneOf: [.closedEarly])
        },
        tlsCase("beginsAnewWhereAnIdleConnectionWasClosed") { bench, certificates in
            let server = try bench.serve(certificates.server) { request in
                .steps([.head(.length(2)), .bytes("ok"), .finish()] + (request.path == "/last" ? [.close] : []))
            }
            let transport = try trusting(certificates, bench)
            for number in 1...5 {
                try bench.expect(
                    transport.begin(server.request(.get, "/last")).answer().text, is: "ok", "the body")
                try server.waitForEnd(ofConnection: number, timeout: Bench.limit)
            }
        },
    ]

    private static func trusting(_ certificates: TestCertificates, _ bench: Bench) throws -> any Transport {
        try bench.transport { $0.certificateAuthorityFile = certificates.authorityFile }
    }

    private static func hasConnection(_ server: LoopbackServer) -> Bool {
        server.record.wait(timeout: Bench.limit) { $0.connections.isEmpty ? nil : true } ?? false
    }
}
