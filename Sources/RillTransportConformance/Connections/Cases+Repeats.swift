internal import RillHTTPTesting

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
                let site = try warmSite(context) { _ in .steps([.close]) }
                var request = site.request(.put)
                request.isIdempotent = false
                try expectNoRetry(of: request, site, .closedEarly)
            },
            Case(.reuse, "doesNotRetryAPOSTAfterAPartialStatusLine") { context in
                let site = try warmSite(context) { _ in .steps([.partialHead(byteCount: 5), .close]) }
                try expectNoRetry(of: site.request(.post), site, .closedEarly, .malformedResponse)
            },
            Case(.reuse, "doesNotRetryAPOSTThatExpects100Continue") { context in
                let site = try warmSite(context, early: .steps([.close])) { _ in .text("ok") }
                try expectNoRetry(of: site.request(.post, "/", [.expect: "100-continue"]), site, .closedEarly)
            },
            Case(.reuse, "doesNotRetryAPOSTWithOtherIdleConnections") { context in
                let gate = LoopbackServer.Gate()
                let site = try context.site { request in
                    request.path == "/warm" ? .steps([.wait(for: gate), .bytes("ok"), .finish()]) : .steps([.close])
                }
                let warm = (0..<4).map { _ in site.start(.get, "/warm") }
                try site.server.waitForRequests(4, timeout: CaseContext.limit)
                gate.open()
                for exchange in warm { _ = try exchange.response() }
                try expectNoRetry(of: site.request(.post), site, .closedEarly)
            },
            Case(.reuse, "doesNotRetryAPOSTAfterAFailedUpload") { context in
                let body = HTTPBody(LoopbackServer.patternBody(3_000_000))
                for _ in 0..<3 {
                    let site = try warmSite(context, early: .reset) { _ in .text("ok") }
                    try expectNoRetry(of: site.request(.post), body: body, site, .closedEarly, .sendFailed)
                }
            },
        ]

    /// Starts a server that responds to the path `/warm` with "ok", and sends a request for this path.
    private static func warmSite(
        _ context: CaseContext, early: LoopbackServer.Response? = nil, _ handler: @escaping LoopbackServer.Handler
    ) throws -> Site {
        let site = try context.site(
            server: { if let early { $0.earlyResponse = { $0.path == "/warm" ? nil : early } } },
            { try $0.path == "/warm" ? .text("ok") : handler($0) })
        try site.expectText("ok", "/warm")
        return site
    }

    /// Expects that a request fails, and that the server receives it once.
    private static func expectNoRetry(
        of request: HTTPRequest, body: HTTPBody = HTTPBody("hello"), _ site: Site, _ codes: TransportError.Code...
    ) throws {
        let count = site.server.requests.count
        try site.transport.start(request, body: body).failure(with: codes)
        try expect(site.server.requests.count, is: count + 1, "the number of requests")
    }

    /// Sends a request on a new connection and on a reused one, and expects the same failure for both.
    private static func expectNoRetry(
        _ method: HTTPRequest.Method, _ body: HTTPBody?, _ end: LoopbackServer.Step, _ context: CaseContext
    ) throws {
        let site = try warmSite(context) { _ in .steps([end]) }
        let (error, _) = try site.failure(method, "/used", body: body, with: [.closedEarly])
        let (fresh, _) = try Site(server: site.server, transport: context.transport()).failure(
            method, "/fresh", body: body)
        try expect(error.code, is: fresh.code, "the error code")
        try expect(error.reason, is: fresh.reason, "the error reason")
        try expect(site.server.requests.map(\.path), is: ["/warm", "/used", "/fresh"], "the request paths")
    }
}
