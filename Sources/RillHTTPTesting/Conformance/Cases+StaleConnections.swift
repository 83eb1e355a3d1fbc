internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Connections that the server has given up, or is just giving up.
    static let staleConnectionCases: [Case] = [
        Case(.reuse, "replacesAClosedConnectionForGET") { bench in try replaces(nil, bench) },
        Case(.reuse, "replacesAClosedConnectionForPOST") { bench in try replaces(HTTPBody("hello"), bench) },
        Case(.reuse, "replacesAClosedConnectionForAStream") { bench in
            try replaces(.stream(.from(pieces(of: 100_000))), bench)
        },
        Case(.reuse, "replacesAConnectionThatIsBeingClosedForGET") { bench in try races(.get, nil, bench) },
        Case(.reuse, "replacesAConnectionThatIsBeingClosedForPUT") { bench in
            try races(.put, HTTPBody("hello"), bench)
        },
        Case(.reuse, "replacesAConnectionThatIsBeingClosedForALargePUT") { bench in
            try races(.put, HTTPBody(LoopbackServer.patternBody(200_000)), bench)
        },
        Case(.reuse, "sendsOnceAPOSTOnAConnectionThatIsBeingClosed") { bench in
            try races(.post, HTTPBody("hello"), bench)
        },
        Case(.reuse, "sendsOnceALargePOSTOnAConnectionThatIsBeingClosed") { bench in
            try races(.post, HTTPBody(LoopbackServer.patternBody(200_000)), bench)
        },
        Case(.reuse, "repeatsAGETThatAClosedConnectionDidNotAnswer") { bench in
            let seen = Monitor<Set<Int>>([])
            let server = try bench.serve { request in
                seen.update { $0.insert(request.connection).inserted } ? .text("ok") : .steps([.close])
            }
            let transport = try bench.transport()
            for _ in 0..<5 { try bench.expect(transport.begin(server.request()).answer().text, is: "ok", "the body") }
        },
        Case(.reuse, "sendsTheBodyFromItsBeginningWhenItRepeats") { bench in
            let bodies: [HTTPBody] = [
                HTTPBody(LoopbackServer.patternBody(1_000_000)), .stream(.from(pieces(of: 1_000_000))),
                .stream(.from(pieces(of: 1_000_000)), count: 1_000_000),
            ]
            let expected = LoopbackServer.patternBody(1_000_000)
            for body in bodies {
                let seen = Monitor<Set<Int>>([])
                let server = try bench.serve { request in
                    seen.update { $0.insert(request.connection).inserted } ? .text("ok") : .steps([.close])
                }
                let transport = try bench.transport()
                for _ in 0..<4 {
                    // Whether such a request may be repeated is a matter of taste; that it ends, is not.
                    let (error, _) = try transport.begin(server.request(.put), body: body).end()
                    if let error { try bench.expect(error, isOneOf: [.closedEarly, .sendFailed]) }
                }
                try bench.expect(server.requests.allSatisfy { $0.body == expected }, "whole bodies alone")
            }
        },
        Case(.reuse, "sendsTheBodyFromItsBeginningWhenItWasNotTaken") { bench in
            let seen = Monitor<Set<Int>>([])
            var options = LoopbackServer.Options()
            options.answersEarly = { request in
                seen.update { $0.insert(request.connection).inserted } ? nil : .reset
            }
            let server = try bench.serve(options) { _ in .text("ok") }
            let transport = try bench.transport()
            let expected = LoopbackServer.patternBody(3_000_000)
            for _ in 0..<5 {
                let (error, _) = try transport.begin(server.request(.post), body: HTTPBody(expected)).end()
                if let error { try bench.expect(error, isOneOf: [.closedEarly, .sendFailed]) }
            }
            let whole = server.requests.filter { !$0.body.isEmpty }
            try bench.expect(whole.allSatisfy { $0.body == expected }, "whole bodies alone")
        },
        Case(.reuse, "doesNotRepeatAPOSTWhoseAnswerHasBegun") { bench in
            let seen = Monitor<Set<Int>>([])
            let server = try bench.serve { request in
                seen.update { $0.insert(request.connection).inserted }
                    ? .text("ok") : .steps([.partialHead(byteCount: 20), .close])
            }
            let transport = try bench.transport()
            _ = try transport.begin(server.request(.post), body: HTTPBody("1")).answer()
            let (error, _) = try transport.begin(server.request(.post), body: HTTPBody("2")).failure()
            try bench.expect(error, isOneOf: [.closedEarly])
            try bench.expect(server.requests.map(\.bodyText), is: ["1", "2"], "the bodies that arrived")
        },
        Case(.reuse, "doesNotRepeatWhatANewConnectionDidNotAnswer") { bench in
            let server = try bench.serve { _ in .steps([.close]) }
            let transport = try bench.transport()
            for body in [nil, HTTPBody("hello")] {
                let (error, _) = try transport.begin(server.request(.post), body: body).failure()
                try bench.expect(error, isOneOf: [.closedEarly])
            }
            try bench.expect(server.requests.count, is: 2, "the number of requests")
        },
    ]

    /// The server has closed the connection for certain when the next request comes.
    private static func replaces(_ body: HTTPBody?, _ bench: Bench) throws {
        let server = try bench.serve { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
        let transport = try bench.transport()
        let method = body == nil ? HTTPRequest.Method.get : .post
        for number in 1...20 {
            try bench.expect(transport.begin(server.request(method), body: body).answer().text, is: "ok", "the body")
            try server.waitForEnd(ofConnection: number, timeout: Bench.limit)
        }
        try bench.expect(server.requests.count, is: 20, "the number of requests")
    }

    /// The server closes just when the next request is on its way.
    ///
    /// Whichever comes first, nothing hangs and nothing arrives twice, and an idempotent request does not fail.
    private static func races(_ method: HTTPRequest.Method, _ body: HTTPBody?, _ bench: Bench) throws {
        let server = try bench.serve { _ in .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]) }
        let transport = try bench.transport()
        var answered: [String] = []
        for number in 0..<60 {
            let path = "/\(number)"
            let (error, answer) = try transport.begin(server.request(method, path), body: body).end()
            if let error {
                // The server may have received it.
                try bench.expect(method == .post, "an answer to an idempotent request, but it failed: \(error)")
                try bench.expect(error, isOneOf: [.closedEarly, .sendFailed])
            } else {
                try bench.expect(answer.text, is: "ok", "the body")
                answered.append(path)
            }
        }
        try bench.expect(server.requests.map(\.path), is: answered, "the requests")
        try bench.expect(server.requests.allSatisfy { $0.body.count == server.requests[0].body.count }, "whole bodies")
    }
}
