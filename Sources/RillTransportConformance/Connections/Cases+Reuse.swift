internal import RillHTTPTesting

extension TransportConformance {
    /// Reuse of connections, and conditions under which they must not be reused.
    static let reuseCases: [Case] = [
        Case(.reuse, "reusesOneConnectionForSequentialRequests") { context in
            try expectOneConnection(.post, for: ["/", "/none", "/chunked", "/coded", "/missing"], context)
        },
        Case(.reuse, "reusesOneConnectionForIdempotentRequests") { context in
            try expectOneConnection(.put, for: ["/", "/none"], context)
        },
        Case(.tls, "reusesAConnection", over: .tls) { context in
            let site = try context.site { request in .text(request.path) }
            for number in 0..<10 { try site.expectText("/\(number)", "/\(number)") }
            try expect(site.server.connections.count, is: 1, "the number of connections")
        },
        Case(.reuse, "keepsAConnectionForEachServer") { context in
            let servers = try (0..<5).map { _ in try context.serve { _ in .text("ok") } }
            let transport = try context.transport()
            for _ in 0..<5 {
                for server in servers { try Site(server: server, transport: transport).expectText() }
            }
            try expect(servers.map(\.connections.count), is: [1, 1, 1, 1, 1], "the numbers of connections")
        },
        Case(.reuse, "doesNotShareConnectionsAmongTransports") { context in
            let server = try context.serve { _ in .text("ok") }
            let transports = try (0..<3).map { _ in try context.transport() }
            for _ in 0..<3 {
                for transport in transports { try Site(server: server, transport: transport).expectText() }
            }
            try expect(server.connections.count, is: 3, "the number of connections")
        },
        Case(.reuse, "doesNotReuseAConnectionClosedByTheServer") { context in
            let site = try context.site { _ in LoopbackServer.Response.text("ok").adding(.connection, "close") }
            for number in 1...5 {
                try site.expectText()
                try expect(site.server.connections.count, is: number, "the number of connections")
            }
        },
        Case(.reuse, "doesNotReuseTheConnectionOfACancelledBody") { context in
            let site = try context.site(ok(except: "/long", .pattern(byteCount: 64 << 20)))
            for number in 0..<5 {
                let exchange = site.observe("/long", onChunk: { $0.dispose() })
                // The connection of this exchange is closed, and its body does not reach any other exchange.
                try exchange.wait(for: "the disposal") { $0.isDisposed ? true : nil }
                try site.expectText()
                let count = site.server.requests.filter { $0.path == "/long" }.count
                try expect(count, is: number + 1, "the number of long requests")
            }
        },
        Case(.reuse, "doesNotReuseAConnectionAfterAFailure") { context in
            let site = try context.site { request in
                switch request.path {
                case "/chunk": .steps([.raw(chunked("zz\r\nhello\r\n0\r\n\r\n")), .stall])
                case "/coded": LoopbackServer.Response.text("not gzip").adding(.contentEncoding, "gzip")
                case "/head": .steps([.raw("HTTP/1.1 what\r\n\r\n"), .finish()])
                default: .text("ok")
                }
            }
            for path in ["/chunk", "/coded", "/head"] {
                _ = try site.failure(.get, path)
                try site.expectText()
            }
        },
        Case(.reuse, "doesNotTreatExtraBytesAsTheNextResponse") { context in
            // The server sends more bytes than declared. They must not become the next response.
            let text =
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
            let site = try context.site { request in
                request.path == "/more" ? .steps([.raw(text), .finish()]) : .text("true")
            }
            for _ in 0..<5 {
                for (path, text) in [("/more", "ok"), ("/", "true")] {
                    let (error, response) = try site.start(.get, path).end()
                    if error == nil { try expect(response.text, is: text, "the body") }
                }
            }
        },
        Case(.reuse, "reusesAConnectionAfterAPausedBody", serving: .pattern(byteCount: 1_000_000)) { site in
            for _ in 0..<3 {
                let exchange = site.observe(onHead: { $0.pause() })
                try exchange.waitForHead()
                exchange.resume()
                try expectPattern(of: 1_000_000, in: exchange.response())
            }
            try expect(site.server.connections.count, is: 1, "the number of connections")
        },
    ]

    /// Sends requests with and without a body for each of the paths, and expects that they share a connection.
    private static func expectOneConnection(
        _ method: HTTPRequest.Method, for paths: [String], _ context: CaseContext
    ) throws {
        let site = try context.site { request in
            switch request.path {
            case "/none": .status(.noContent)
            case "/chunked": .steps([.head(), .bytes("ok"), .finish()])
            case "/coded": LoopbackServer.Response.data(CodedSamples.gzip).adding(.contentEncoding, "gzip")
            case "/missing": .text("?", status: .notFound)
            default: .pattern(byteCount: 100_000)
            }
        }
        for _ in 0..<5 {
            for path in paths {
                _ = try site.response(.get, path)
                _ = try site.response(method, path, body: HTTPBody("hello"))
            }
            _ = try site.response(.head)
        }
        try expect(site.server.connections.count, is: 1, "the number of connections")
    }
}
