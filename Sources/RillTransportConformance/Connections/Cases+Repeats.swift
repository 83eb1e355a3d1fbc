internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Requests on reused connections that the server closes without a response.
    ///
    /// The server may have processed such a request, so a request that is not idempotent must not be retried (RFC 9110,
    /// section 9.2.2).
    static let repeatCases: [Case] =
        [
            ("POSTWithoutABody", .post, nil), ("POST", .post, HTTPBody("hello")),
            ("POSTWithALargeBody", .post, HTTPBody(LoopbackServer.patternBody(200_000))),
            ("POSTWithAStream", .post, .stream(.from([[1, 2], [3]]))),
            ("POSTWithAStreamOfKnownLength", .post, .stream(.from([[1, 2], [3]]), count: 3)),
            ("PATCHWithoutABody", .patch, nil), ("PATCH", .patch, HTTPBody("hello")),
        ].map { (name: String, method: HTTPRequest.Method, body: HTTPBody?) in
            Case(.reuse, "doesNotRetryA\(name)") { context in
                try expectNoRetry(method, body, .close, context)
                try expectNoRetry(method, body, .reset, context)
            }
        } + [
            Case(.reuse, "doesNotRetryAPUTDeclaredAsNotIdempotent") { context in
                let server = try context.serve { $0.path == "/warm" ? .text("ok") : .steps([.close]) }
                let transport = try context.transport()
                _ = try transport.start(server.request(.get, "/warm")).response()
                var request = server.request(.put)
                request.isIdempotent = false
                let (error, _) = try transport.start(request, body: HTTPBody("hello")).failure()
                try context.expect(error, isOneOf: [.closedEarly])
                try context.expect(server.requests.count, is: 2, "the number of requests")
            },
            Case(.reuse, "doesNotRetryAPOSTAfterAPartialStatusLine") { context in
                let server = try context.serve { request in
                    request.path == "/warm" ? .text("ok") : .steps([.partialHead(byteCount: 5), .close])
                }
                let transport = try context.transport()
                _ = try transport.start(server.request(.get, "/warm")).response()
                let (error, _) = try transport.start(server.request(.post), body: HTTPBody("hello")).failure()
                try context.expect(error, isOneOf: [.closedEarly, .malformedResponse])
                try context.expect(server.requests.count, is: 2, "the number of requests")
            },
            Case(.reuse, "doesNotRetryAPOSTThatExpects100Continue") { context in
                var options = LoopbackServer.Options()
                options.earlyResponse = { $0.path == "/warm" ? nil : .steps([.close]) }
                let server = try context.serve(options) { _ in .text("ok") }
                let transport = try context.transport()
                _ = try transport.start(server.request(.get, "/warm")).response()
                let request = server.request(.post, "/", [.expect: "100-continue"])
                let (error, _) = try transport.start(request, body: HTTPBody("hello")).failure()
                try context.expect(error, isOneOf: [.closedEarly])
                try context.expect(server.requests.count, is: 2, "the number of requests")
            },
            Case(.reuse, "doesNotRetryAPOSTWithOtherIdleConnections") { context in
                let gate = LoopbackServer.Gate()
                let server = try context.serve { request in
                    request.path == "/warm" ? .steps([.wait(for: gate), .bytes("ok"), .finish()]) : .steps([.close])
                }
                let transport = try context.transport()
                let warm = (0..<4).map { _ in transport.start(server.request(.get, "/warm")) }
                try server.waitForRequests(4, timeout: CaseContext.limit)
                gate.open()
                for exchange in warm { _ = try exchange.response() }
                let (error, _) = try transport.start(server.request(.post), body: HTTPBody("hello")).failure()
                try context.expect(error, isOneOf: [.closedEarly])
                try context.expect(server.requests.count, is: 5, "the number of requests")
            },
            Case(.reuse, "doesNotRetryAPOSTAfterAFailedUpload") { context in
                var options = LoopbackServer.Options()
                options.earlyResponse = { $0.path == "/warm" ? nil : .reset }
                let server = try context.serve(options) { _ in .text("ok") }
                let body = HTTPBody(LoopbackServer.patternBody(3_000_000))
                for _ in 0..<3 {
                    let transport = try context.transport()
                    _ = try transport.start(server.request(.get, "/warm")).response()
                    let (error, _) = try transport.start(server.request(.post), body: body).failure()
                    try context.expect(error, isOneOf: [.closedEarly, .sendFailed])
                }
                try context.expect(server.requests.count, is: 6, "the number of requests")
            },
        ]

    /// Sends a request on a new connection and on a reused one, and expects the same failure for both.
    private static func expectNoRetry(
        _ method: HTTPRequest.Method, _ body: HTTPBody?, _ end: LoopbackServer.Step, _ context: CaseContext
    ) throws {
        let server = try context.serve { $0.path == "/warm" ? .text("ok") : .steps([end]) }
        let (fresh, _) = try context.transport().start(server.request(method, "/fresh"), body: body).failure()
        let transport = try context.transport()
        _ = try transport.start(server.request(.get, "/warm")).response()
        let (error, _) = try transport.start(server.request(method, "/used"), body: body).failure()
        try context.expect(error, isOneOf: [.closedEarly])
        try context.expect(error.code, is: fresh.code, "the error code")
        try context.expect(error.reason, is: fresh.reason, "the error reason")
        try context.expect(server.requests.map(\.path), is: ["/fresh", "/warm", "/used"], "the request paths")
    }
}
