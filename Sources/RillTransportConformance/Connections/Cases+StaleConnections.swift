internal import RillHTTPTesting

extension TransportConformance {
    /// Idle connections that the server has closed or is closing.
    static let staleConnectionCases: [Case] =
        [
            replacementCase(.reuse, "replacesAClosedConnectionForGET", nil),
            replacementCase(.tls, "reconnectsAfterAnIdleConnectionWasClosed", over: .tls, nil),
            replacementCase(.reuse, "replacesAClosedConnectionForPOST", HTTPBody("hello")),
            replacementCase(.reuse, "replacesAClosedConnectionForAStream", .stream(.from(chunks(of: 100_000)))),
            Case(.reuse, "retriesAGETOnAClosedConnection") { context in
                let site = try closingSite(context, .steps([.close]))
                for _ in 0..<5 { try site.expectText() }
            },
            Case(.reuse, "resendsTheWholeBodyOnRetry") { context in
                let expected = LoopbackServer.patternBody(1_000_000)
                for body in [
                    HTTPBody(expected), .stream(.from(chunks(of: 1_000_000))),
                    .stream(.from(chunks(of: 1_000_000)), count: 1_000_000),
                ] {
                    let site = try closingSite(context, .steps([.close]))
                    // Retrying such a request is optional, but the exchange must end.
                    for _ in 0..<4 { try expectEnd(site.start(.put, body: body)) }
                    try expect(site.server.requests.allSatisfy { $0.body.equals(expected) }, "only complete bodies")
                }
            },
            Case(.reuse, "resendsTheWholeBodyAfterAReset") { context in
                let connections = Monitor<Set<Int>>([])
                let site = try context.site(server: {
                    $0.earlyResponse = { connections.isFirstRequest($0) ? nil : .reset }
                }) { _ in .text("ok") }
                let expected = LoopbackServer.patternBody(3_000_000)
                for _ in 0..<5 { try expectEnd(site.start(.post, body: HTTPBody(expected))) }
                let complete = site.server.requests.filter { !$0.body.isEmpty }
                try expect(complete.allSatisfy { $0.body.equals(expected) }, "only complete bodies")
            },
            Case(.reuse, "doesNotRetryAPOSTAfterAPartialResponse") { context in
                let site = try closingSite(context, .steps([.partialHead(byteCount: 20), .close]))
                _ = try site.response(.post, body: HTTPBody("1"))
                try site.failure(.post, body: HTTPBody("2"), with: [.closedEarly])
                try expect(site.server.requests.map(\.bodyText), is: ["1", "2"], "the received bodies")
            },
            Case(.reuse, "doesNotRetryAPOSTOnANewConnection", serving: .steps([.close])) { site in
                for body in [nil, HTTPBody("hello")] { try site.failure(.post, body: body, with: [.closedEarly]) }
                try expect(site.server.requests.count, is: 2, "the number of requests")
            },
        ] + closingConnectionCases

    /// Requests that race with the server closing the connection.
    private static let closingConnectionCases: [Case] = [
        ("replacesAClosingConnectionForGET", .get, nil), ("replacesAClosingConnectionForPUT", .put, HTTPBody("hello")),
        ("replacesAClosingConnectionForALargePUT", .put, HTTPBody(LoopbackServer.patternBody(200_000))),
        ("doesNotRetryAPOSTOnAClosingConnection", .post, HTTPBody("hello")),
        ("doesNotRetryALargePOSTOnAClosingConnection", .post, HTTPBody(LoopbackServer.patternBody(200_000))),
    ].map { (name: String, method: HTTPRequest.Method, body: HTTPBody?) in
        Case(.reuse, name) { context in
            // In either order, every exchange must end, no request may arrive twice, and idempotent requests must not
            // fail.
            let site = try context.site { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
            var successfulPaths: [String] = []
            for number in 0..<60 {
                let path = "/\(number)"
                let (error, response) = try site.start(method, path, body: body).end()
                if let error {
                    // The server may have received the request.
                    try expect(method == .post, "a response to an idempotent request, got the error: \(error)")
                    try expect(error, isOneOf: [.closedEarly, .sendFailed])
                } else {
                    try expect(response.text, is: "ok", "the body")
                    successfulPaths.append(path)
                }
            }
            try expect(site.server.requests.map(\.path), is: successfulPaths, "the request paths")
            try expect(site.server.requests.allSatisfy { $0.body.equals(body?.bytes ?? []) }, "only complete bodies")
        }
    }

    /// Starts a server that responds with "ok" to the first request on each connection, and as given to the following ones.
    private static func closingSite(_ context: CaseContext, _ response: LoopbackServer.Response) throws -> Site {
        let connections = Monitor<Set<Int>>([])
        return try context.site { connections.isFirstRequest($0) ? .text("ok") : response }
    }

    /// Expects that an exchange completes, or fails because of a closed connection.
    private static func expectEnd(_ exchange: RunningExchange) throws {
        if let error = try exchange.end().error { try expect(error, isOneOf: [.closedEarly, .sendFailed]) }
    }

    /// Returns a case with requests that are sent after the server has closed the connection.
    private static func replacementCase(
        _ group: Group, _ name: String, over carrier: Carrier = .plain, _ body: HTTPBody?
    ) -> Case {
        Case(group, name, over: carrier) { context in
            let site = try context.site { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
            for number in 1...20 {
                try expect(site.response(body == nil ? .get : .post, body: body).text, is: "ok", "the body")
                try site.server.waitForEnd(ofConnection: number, timeout: CaseContext.limit)
            }
            try expect(site.server.requests.count, is: 20, "the number of requests")
        }
    }
}

extension Monitor<Set<Int>> {
    /// Returns whether a request is the first one on its connection.
    fileprivate func isFirstRequest(_ request: LoopbackServer.Request) -> Bool {
        update { $0.insert(request.connection).inserted }
    }
}
