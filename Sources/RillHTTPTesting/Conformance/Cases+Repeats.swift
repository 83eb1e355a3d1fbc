internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Requests that the server receives on a used connection, which it then closes without a response.
    ///
    /// The server may have acted on such a request. One that is not idempotent must not be sent again (RFC 9110, 9.2.2).
    static let repeatCases: [Case] =
        [
            ("POSTWithoutABody", .post, nil), ("POST", .post, HTTPBody("hello")),
            ("POSTWithALargeBody", .post, HTTPBody(LoopbackServer.patternBody(200_000))),
            ("POSTWithAStream", .post, .stream(.from([[1, 2], [3]]))),
            ("POSTWithAStreamOfKnownLength", .post, .stream(.from([[1, 2], [3]]), count: 3)),
            ("PATCHWithoutABody", .patch, nil), ("PATCH", .patch, HTTPBody("hello")),
        ].map { (name: String, method: HTTPRequest.Method, body: HTTPBody?) in
            Case(.reuse, "sendsOnceA\(name)") { bench in
                try sendsOnce(method, body, .close, bench)
                try sendsOnce(method, body, .reset, bench)
            }
        } + [
            Case(.reuse, "sendsOnceAPOSTWhoseStatusLineBreaksOff") { bench in
                let server = try bench.serve { request in
                    request.path == "/warm" ? .text("ok") : .steps([.partialHead(byteCount: 5), .close])
                }
                let transport = try bench.transport()
                _ = try transport.begin(server.request(.get, "/warm")).answer()
                let (error, _) = try transport.begin(server.request(.post), body: HTTPBody("hello")).failure()
                try bench.expect(error, isOneOf: [.closedEarly, .malformedResponse])
                try bench.expect(server.requests.count, is: 2, "the number of requests")
            },
            Case(.reuse, "sendsOnceAPOSTThatAsksForLeave") { bench in
                var options = LoopbackServer.Options()
                options.answersEarly = { $0.path == "/warm" ? nil : .steps([.close]) }
                let server = try bench.serve(options) { _ in .text("ok") }
                let transport = try bench.transport()
                _ = try transport.begin(server.request(.get, "/warm")).answer()
                let request = server.request(.post, "/", [.expect: "100-continue"])
                let (error, _) = try transport.begin(request, body: HTTPBody("hello")).failure()
                try bench.expect(error, isOneOf: [.closedEarly])
                try bench.expect(server.requests.count, is: 2, "the number of requests")
            },
            Case(.reuse, "sendsOnceAPOSTWhileOtherConnectionsAreIdle") { bench in
                let gate = LoopbackServer.Gate()
                let server = try bench.serve { request in
                    request.path == "/warm" ? .steps([.wait(for: gate), .bytes("ok"), .finish()]) : .steps([.close])
                }
                let transport = try bench.transport()
                let warm = (0..<4).map { _ in transport.begin(server.request(.get, "/warm")) }
                try server.waitForRequests(4, timeout: Bench.limit)
                gate.open()
                for exchange in warm { _ = try exchange.answer() }
                let (error, _) = try transport.begin(server.request(.post), body: HTTPBody("hello")).failure()
                try bench.expect(error, isOneOf: [.closedEarly])
                try bench.expect(server.requests.count, is: 5, "the number of requests")
            },
            Case(.reuse, "sendsOnceAPOSTThatAnUploadBreaksOff") { bench in
                var options = LoopbackServer.Options()
                options.answersEarly = { $0.path == "/warm" ? nil : .reset }
                let server = try bench.serve(options) { _ in .text("ok") }
                let body = HTTPBody(LoopbackServer.patternBody(3_000_000))
                for _ in 0..<3 {
                    let transport = try bench.transport()
                    _ = try transport.begin(server.request(.get, "/warm")).answer()
                    let (error, _) = try transport.begin(server.request(.post), body: body).failure()
                    try bench.expect(error, isOneOf: [.closedEarly, .sendFailed])
                }
                try bench.expect(server.requests.count, is: 6, "the number of requests")
            },
        ]

    /// Sends a request on a fresh connection and on a used one; both end in the same way.
    private static func sendsOnce(
        _ method: HTTPRequest.Method, _ body: HTTPBody?, _ end: LoopbackServer.Step, _ bench: Bench
    ) throws {
        let server = try bench.serve { $0.path == "/warm" ? .text("ok") : .steps([end]) }
        let (fresh, _) = try bench.transport().begin(server.request(method, "/fresh"), body: body).failure()
        let transport = try bench.transport()
        _ = try transport.begin(server.request(.get, "/warm")).answer()
        let (error, _) = try transport.begin(server.request(method, "/used"), body: body).failure()
        try bench.expect(error, isOneOf: [.closedEarly])
        try bench.expect(error.code, is: fresh.code, "the code")
        try bench.expect(error.reason, is: fresh.reason, "the reason")
        try bench.expect(server.requests.map(\.path), is: ["/fresh", "/warm", "/used"], "the requests")
    }
}
