internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Reuse of connections, and conditions under which they must not be reused.
    static let reuseCases: [Case] = [
        Case(.reuse, "reusesOneConnectionForSequentialRequests") { context in
            let server = try context.serve { request in
                switch request.path {
                case "/none": .status(.noContent)
                case "/chunked": .steps([.head(), .bytes("ok"), .finish()])
                case "/coded": LoopbackServer.Response.data(CodedSamples.gzip).adding(.contentEncoding, "gzip")
                case "/missing": .text("?", status: .notFound)
                default: .pattern(byteCount: 100_000)
                }
            }
            let transport = try context.transport()
            for _ in 0..<5 {
                for path in ["/", "/none", "/chunked", "/coded", "/missing"] {
                    _ = try transport.start(server.request(.get, path)).response()
                    _ = try transport.start(server.request(.post, path), body: HTTPBody("hello")).response()
                }
                _ = try transport.start(server.request(.head)).response()
            }
            try context.expect(server.connections.count, is: 1, "the number of connections")
        },
        Case(.reuse, "reusesOneConnectionForIdempotentRequests") { context in
            let server = try context.serve { request in
                request.path == "/none" ? .status(.noContent) : .pattern(byteCount: 100_000)
            }
            let transport = try context.transport()
            for _ in 0..<5 {
                for path in ["/", "/none"] {
                    _ = try transport.start(server.request(.get, path)).response()
                    _ = try transport.start(server.request(.put, path), body: HTTPBody("hello")).response()
                }
                _ = try transport.start(server.request(.head)).response()
            }
            try context.expect(server.connections.count, is: 1, "the number of connections")
        },
        Case(.reuse, "keepsAConnectionForEachServer") { context in
            let servers = try (0..<5).map { _ in try context.serve { _ in .text("ok") } }
            let transport = try context.transport()
            for _ in 0..<5 {
                for server in servers { _ = try transport.start(server.request()).response() }
            }
            try context.expect(servers.map(\.connections.count), is: [1, 1, 1, 1, 1], "the numbers of connections")
        },
        Case(.reuse, "doesNotShareConnectionsAmongTransports") { context in
            let server = try context.serve { _ in .text("ok") }
            let transports = try (0..<3).map { _ in try context.transport() }
            for _ in 0..<3 {
                for transport in transports { _ = try transport.start(server.request()).response() }
            }
            try context.expect(server.connections.count, is: 3, "the number of connections")
        },
        Case(.reuse, "doesNotReuseAConnectionClosedByTheServer") { context in
            let server = try context.serve { _ in LoopbackServer.Response.text("ok").adding(.connection, "close") }
            let transport = try context.transport()
            for number in 1...5 {
                _ = try transport.start(server.request()).response()
                try context.expect(server.connections.count, is: number, "the number of connections")
            }
        },
        Case(.reuse, "doesNotReuseTheConnectionOfACancelledBody") { context in
            let server = try context.serve { request in
                request.path == "/long" ? .pattern(byteCount: 64 << 20) : .text("ok")
            }
            let transport = try context.transport()
            for number in 0..<5 {
                let exchange = transport.start(server.request(.get, "/long")) { event, exchange in
                    if case .next(.chunk) = event { exchange.dispose() }
                }
                // The connection of this exchange is closed, and its body does not reach any other exchange.
                try exchange.wait(for: "the disposal") { $0.isDisposed ? true : nil }
                try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
                let count = server.requests.filter { $0.path == "/long" }.count
                try context.expect(count, is: number + 1, "the number of long requests")
            }
        },
        Case(.reuse, "doesNotReuseAConnectionAfterAFailure") { context in
            let server = try context.serve { request in
                switch request.path {
                case "/chunk": .steps([.raw(chunked("zz\r\nhello\r\n0\r\n\r\n")), .stall])
                case "/coded": LoopbackServer.Response.text("not gzip").adding(.contentEncoding, "gzip")
                case "/head": .steps([.raw("HTTP/1.1 what\r\n\r\n"), .finish()])
                default: .text("ok")
                }
            }
            let transport = try context.transport()
            for path in ["/chunk", "/coded", "/head"] {
                _ = try transport.start(server.request(.get, path)).failure()
                try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            }
        },
        Case(.reuse, "doesNotTreatExtraBytesAsTheNextResponse") { context in
            // The server sends more bytes than declared. They must not become the next response.
            let text =
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
            let server = try context.serve { request in
                request.path == "/more" ? .steps([.raw(text), .finish()]) : .text("true")
            }
            let transport = try context.transport()
            for _ in 0..<5 {
                let (error, response) = try transport.start(server.request(.get, "/more")).end()
                if error == nil { try context.expect(response.text, is: "ok", "the body") }
                let next = try transport.start(server.request()).end()
                if next.error == nil { try context.expect(next.response.text, is: "true", "the next body") }
            }
        },
        Case(.reuse, "reusesAConnectionAfterAPausedBody") { context in
            let server = try context.serve { _ in .pattern(byteCount: 1_000_000) }
            let transport = try context.transport()
            for _ in 0..<3 {
                let exchange = transport.start(server.request()) { event, exchange in
                    if case .next(.head) = event { exchange.pause() }
                }
                try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
                exchange.resume()
                try expectPattern(of: 1_000_000, in: exchange.response(), context)
            }
            try context.expect(server.connections.count, is: 1, "the number of connections")
        },
    ]
}
