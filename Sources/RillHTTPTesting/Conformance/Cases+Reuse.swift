internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Connections that serve more than one exchange, and those that must not.
    static let reuseCases: [Case] = [
        Case(.reuse, "usesOneConnectionForWhatComesInTurn") { bench in
            let server = try bench.serve { request in
                switch request.path {
                case "/none": .status(.noContent)
                case "/chunked": .steps([.head(), .bytes("ok"), .finish()])
                case "/coded": LoopbackServer.Response.data(CodedSamples.gzip).adding(.contentEncoding, "gzip")
                case "/missing": .text("?", status: .notFound)
                default: .pattern(byteCount: 100_000)
                }
            }
            let transport = try bench.transport()
            for _ in 0..<5 {
                for path in ["/", "/none", "/chunked", "/coded", "/missing"] {
                    _ = try transport.begin(server.request(.get, path)).answer()
                    _ = try transport.begin(server.request(.post, path), body: HTTPBody("hello")).answer()
                }
                _ = try transport.begin(server.request(.head)).answer()
            }
            try bench.expect(server.connections.count, is: 1, "the number of connections")
        },
        Case(.reuse, "usesOneConnectionForIdempotentRequestsInTurn") { bench in
            let server = try bench.serve { request in
                request.path == "/none" ? .status(.noContent) : .pattern(byteCount: 100_000)
            }
            let transport = try bench.transport()
            for _ in 0..<5 {
                for path in ["/", "/none"] {
                    _ = try transport.begin(server.request(.get, path)).answer()
                    _ = try transport.begin(server.request(.put, path), body: HTTPBody("hello")).answer()
                }
                _ = try transport.begin(server.request(.head)).answer()
            }
            try bench.expect(server.connections.count, is: 1, "the number of connections")
        },
        Case(.reuse, "keepsAConnectionForEachServer") { bench in
            let servers = try (0..<5).map { _ in try bench.serve { _ in .text("ok") } }
            let transport = try bench.transport()
            for _ in 0..<5 {
                for server in servers { _ = try transport.begin(server.request()).answer() }
            }
            try bench.expect(servers.map(\.connections.count), is: [1, 1, 1, 1, 1], "the numbers of connections")
        },
        Case(.reuse, "doesNotShareConnectionsAmongTransports") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let transports = try (0..<3).map { _ in try bench.transport() }
            for _ in 0..<3 {
                for transport in transports { _ = try transport.begin(server.request()).answer() }
            }
            try bench.expect(server.connections.count, is: 3, "the number of connections")
        },
        Case(.reuse, "doesNotUseWhatTheServerCloses") { bench in
            let server = try bench.serve { _ in LoopbackServer.Response.text("ok").adding(.connection, "close") }
            let transport = try bench.transport()
            for number in 1...5 {
                _ = try transport.begin(server.request()).answer()
                try bench.expect(server.connections.count, is: number, "the number of connections")
            }
        },
        Case(.reuse, "doesNotUseAConnectionOfACancelledBody") { bench in
            let server = try bench.serve { request in
                request.path == "/long" ? .pattern(byteCount: 64 << 20) : .text("ok")
            }
            let transport = try bench.transport()
            for number in 0..<5 {
                let exchange = transport.begin(server.request(.get, "/long")) { event, exchange in
                    if case .next(.chunk) = event { exchange.dispose() }
                }
                // Whichever connection it had: it is closed, and nobody else hears of its body.
                try exchange.wait(for: "the disposal") { $0.isDisposed ? true : nil }
                try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body")
                let count = server.requests.filter { $0.path == "/long" }.count
                try bench.expect(count, is: number + 1, "the number of long requests")
            }
        },
        Case(.reuse, "doesNotUseAConnectionAfterAFailure") { bench in
            let server = try bench.serve { request in
                switch request.path {
                case "/chunk": .steps([.raw(chunked("zz\r\nhello\r\n0\r\n\r\n")), .stall])
                case "/coded": LoopbackServer.Response.text("not gzip").adding(.contentEncoding, "gzip")
                case "/head": .steps([.raw("HTTP/1.1 what\r\n\r\n"), .finish()])
                default: .text("ok")
                }
            }
            let transport = try bench.transport()
            for path in ["/chunk", "/coded", "/head"] {
                _ = try transport.begin(server.request(.get, path)).failure()
                try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body")
            }
        },
        Case(.reuse, "doesNotMixUpLateBytes") { bench in
            // More than was announced: it must not become the next answer.
            let text =
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
            let server = try bench.serve { request in
                request.path == "/more" ? .steps([.raw(text), .finish()]) : .text("true")
            }
            let transport = try bench.transport()
            for _ in 0..<5 {
                let (error, answer) = try transport.begin(server.request(.get, "/more")).end()
                if error == nil { try bench.expect(answer.text, is: "ok", "the body") }
                let next = try transport.begin(server.request()).end()
                if next.error == nil { try bench.expect(next.answer.text, is: "true", "the next body") }
            }
        },
        Case(.reuse, "usesAConnectionAfterAPausedBody") { bench in
            let server = try bench.serve { _ in .pattern(byteCount: 1_000_000) }
            let transport = try bench.transport()
            for _ in 0..<3 {
                let exchange = transport.begin(server.request()) { event, exchange in
                    if case .next(.head) = event { exchange.pause() }
                }
                try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
                exchange.resume()
                try expectPattern(of: 1_000_000, in: exchange.answer(), bench)
            }
            try bench.expect(server.connections.count, is: 1, "the number of connections")
        },
    ]
}
