internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

extension TransportConformance {
    /// Idle connections that the server has closed or is closing.
    static let staleConnectionCases: [Case] = [
        Case(.reuse, "replacesAClosedConnectionForGET") { context in try expectReplacement(nil, context) },
        Case(.reuse, "replacesAClosedConnectionForPOST") { context in try expectReplacement(HTTPBody("hello"), context)
        },
        Case(.reuse, "replacesAClosedConnectionForAStream") { context in
            try expectReplacement(.stream(.from(chunks(of: 100_000))), context)
        },
        Case(.reuse, "replacesAClosingConnectionForGET") { context in try expectNoDuplicates(.get, nil, context) },
        Case(.reuse, "replacesAClosingConnectionForPUT") { context in
            try expectNoDuplicates(.put, HTTPBody("hello"), context)
        },
        Case(.reuse, "replacesAClosingConnectionForALargePUT") { context in
            try expectNoDuplicates(.put, HTTPBody(LoopbackServer.patternBody(200_000)), context)
        },
        Case(.reuse, "doesNotRetryAPOSTOnAClosingConnection") { context in
            try expectNoDuplicates(.post, HTTPBody("hello"), context)
        },
        Case(.reuse, "doesNotRetryALargePOSTOnAClosingConnection") { context in
            try expectNoDuplicates(.post, HTTPBody(LoopbackServer.patternBody(200_000)), context)
        },
        Case(.reuse, "retriesAGETOnAClosedConnection") { context in
            let seen = Monitor<Set<Int>>([])
            let server = try context.serve { request in
                seen.update { $0.insert(request.connection).inserted } ? .text("ok") : .steps([.close])
            }
            let transport = try context.transport()
            for _ in 0..<5 {
                try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            }
        },
        Case(.reuse, "resendsTheWholeBodyOnRetry") { context in
            let bodies: [HTTPBody] = [
                HTTPBody(LoopbackServer.patternBody(1_000_000)), .stream(.from(chunks(of: 1_000_000))),
                .stream(.from(chunks(of: 1_000_000)), count: 1_000_000),
            ]
            let expected = LoopbackServer.patternBody(1_000_000)
            for body in bodies {
                let seen = Monitor<Set<Int>>([])
                let server = try context.serve { request in
                    seen.update { $0.insert(request.connection).inserted } ? .text("ok") : .steps([.close])
                }
                let transport = try context.transport()
                for _ in 0..<4 {
                    // Retrying such a request is optional, but the exchange must end.
                    let (error, _) = try transport.start(server.request(.put), body: body).end()
                    if let error { try context.expect(error, isOneOf: [.closedEarly, .sendFailed]) }
                }
                try context.expect(server.requests.allSatisfy { $0.body == expected }, "only complete bodies")
            }
        },
        Case(.reuse, "resendsTheWholeBodyAfterAReset") { context in
            let seen = Monitor<Set<Int>>([])
            var options = LoopbackServer.Options()
            options.earlyResponse = { request in
                seen.update { $0.insert(request.connection).inserted } ? nil : .reset
            }
            let server = try context.serve(options) { _ in .text("ok") }
            let transport = try context.transport()
            let expected = LoopbackServer.patternBody(3_000_000)
            for _ in 0..<5 {
                let (error, _) = try transport.start(server.request(.post), body: HTTPBody(expected)).end()
                if let error { try context.expect(error, isOneOf: [.closedEarly, .sendFailed]) }
            }
            let complete = server.requests.filter { !$0.body.isEmpty }
            try context.expect(complete.allSatisfy { $0.body == expected }, "only complete bodies")
        },
        Case(.reuse, "doesNotRetryAPOSTAfterAPartialResponse") { context in
            let seen = Monitor<Set<Int>>([])
            let server = try context.serve { request in
                seen.update { $0.insert(request.connection).inserted }
                    ? .text("ok") : .steps([.partialHead(byteCount: 20), .close])
            }
            let transport = try context.transport()
            _ = try transport.start(server.request(.post), body: HTTPBody("1")).response()
            let (error, _) = try transport.start(server.request(.post), body: HTTPBody("2")).failure()
            try context.expect(error, isOneOf: [.closedEarly])
            try context.expect(server.requests.map(\.bodyText), is: ["1", "2"], "the received bodies")
        },
        Case(.reuse, "doesNotRetryAPOSTOnANewConnection") { context in
            let server = try context.serve { _ in .steps([.close]) }
            let transport = try context.transport()
            for body in [nil, HTTPBody("hello")] {
                let (error, _) = try transport.start(server.request(.post), body: body).failure()
                try context.expect(error, isOneOf: [.closedEarly])
            }
            try context.expect(server.requests.count, is: 2, "the number of requests")
        },
    ]

    /// Checks requests that are sent after the server has closed the connection.
    private static func expectReplacement(_ body: HTTPBody?, _ context: CaseContext) throws {
        let server = try context.serve { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
        let transport = try context.transport()
        let method = body == nil ? HTTPRequest.Method.get : .post
        for number in 1...20 {
            try context.expect(
                transport.start(server.request(method), body: body).response().text, is: "ok", "the body")
            try server.waitForEnd(ofConnection: number, timeout: CaseContext.limit)
        }
        try context.expect(server.requests.count, is: 20, "the number of requests")
    }

    /// Checks requests that race with the server closing the connection.
    ///
    /// In either order, every exchange must end, no request may arrive twice, and idempotent requests must not fail.
    private static func expectNoDuplicates(_ method: HTTPRequest.Method, _ body: HTTPBody?, _ context: CaseContext)
        throws
    {
        let server = try context.serve { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
        let transport = try context.transport()
        var successfulPaths: [String] = []
        for number in 0..<60 {
            let path = "/\(number)"
            let (error, response) = try transport.start(server.request(method, path), body: body).end()
            if let error {
                // The server may have received the request.
                try context.expect(method == .post, "a response to an idempotent request, got the error: \(error)")
                try context.expect(error, isOneOf: [.closedEarly, .sendFailed])
            } else {
                try context.expect(response.text, is: "ok", "the body")
                successfulPaths.append(path)
            }
        }
        try context.expect(server.requests.map(\.path), is: successfulPaths, "the request paths")
        try context.expect(server.requests.allSatisfy { $0.body == body?.bytes ?? [] }, "only complete bodies")
    }
}
