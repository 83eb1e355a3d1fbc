internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Connection failures.
    static let errorCases: [Case] = [
        Case(.errors, "reportsARefusedConnection") { context in
            let (error, _) = try context.transport().start(ClosedPort.request()).failure()
            try context.expect(error, isOneOf: [.couldNotConnect])
            try context.expect(error.reason, is: .refused, "the error reason")
        },
        Case(.errors, "reportsAnUnknownHost") { context in
            let request = HTTPRequest(method: .get, scheme: "http", authority: "nonexistent.invalid", path: "/")
            let (error, _) = try context.transport().start(request).failure()
            try context.expect(error, isOneOf: [.couldNotResolve])
            try context.expect("\(error)".contains("nonexistent.invalid"), "the host name in \"\(error)\"")
        },
        Case(.errors, "reportsAMissingResponse") { context in
            let (error, _) = try context.failure { _ in .steps([.close]) }
            try context.expect(error, isOneOf: [.closedEarly])
        },
        Case(.errors, "reportsTruncatedHeads") { context in
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Item: 1\r\n\r\n"
            for count in [1, 5, 12, 15, 16, 17, 30, 36, 40, 48] {
                let (error, response) = try context.failure { _ in
                    .steps([.raw(Array(text.utf8.prefix(count))), .close])
                }
                let codes: [TransportError.Code] =
                    count < 16 ? [.closedEarly, .malformedResponse] : [.closedEarly]
                try context.expect(error, isOneOf: codes)
                try context.expect(
                    response.status, is: 0, "the status code after \(count) bytes (0 means no response head)")
            }
        },
        Case(.errors, "reportsTheNumberOfMissingBytes", runsWithoutNetwork: false) { context in
            let (error, response) = try context.failure { _ in .truncated(Array("hello".utf8), declaredLength: 123) }
            try context.expect(error, isOneOf: [.closedEarly])
            let numbers = "\(error)".split { !$0.isNumber }
            try context.expect(
                numbers.contains("118") || numbers.contains("123"), "the number of missing bytes in \"\(error)\"")
            try context.expect(response.text, is: "hello", "the partial body")
        },
        Case(.errors, "deliversTheReceivedPartOfATruncatedBody", runsWithoutNetwork: true) { context in
            let (error, response) = try context.failure { _ in
                .truncated(LoopbackServer.patternBody(100_000), declaredLength: 100_001)
            }
            try context.expect(error, isOneOf: [.closedEarly])
            try context.expect(response.status, is: 200, "the status code")
            try expectPattern(of: 100_000, in: response, context)
        },
        Case(.errors, "reportsATruncatedChunk") { context in
            let (error, response) = try context.failure { _ in
                .steps([.raw(chunked("5\r\nhello\r\n9\r\nwor")), .close])
            }
            try context.expect(error, isOneOf: [.closedEarly])
            try context.expect(response.text, is: "hellowor", "the partial body")
        },
        Case(.errors, "reportsAMissingLastChunk") { context in
            for text in ["", "5\r\nhello\r\n", "5\r\nhello", "5\r\nhello\r\n0"] {
                try context.expectFailure(.closedEarly, ofRaw: chunked(text))
            }
        },
        Case(.errors, "reportsAResetBeforeTheHead") { context in
            let (error, _) = try context.failure { _ in .reset }
            try context.expect(error, isOneOf: [.closedEarly, .sendFailed])
        },
        Case(.errors, "reportsAResetInsideTheHead") { context in
            let (error, response) = try context.failure { _ in .steps([.raw("HTTP/1.1 200 OK\r\nX-It"), .reset]) }
            try context.expect(error, isOneOf: [.closedEarly])
            try context.expect(response.status, is: 0, "the status code (0 means no response head)")
        },
        Case(.errors, "reportsAResetInsideTheBody") { context in
            for framing in [LoopbackServer.Framing.chunked, .length(100), .untilClose] {
                let gate = LoopbackServer.Gate()
                let server = try context.serve { _ in
                    .steps([.head(framing), .bytes("hello"), .wait(for: gate), .reset])
                }
                let exchange = try context.transport().start(server.request())
                try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil }
                gate.open()
                try context.expect(exchange.failure().error, isOneOf: [.closedEarly])
            }
        },
        Case(.errors, "omitsSecretsFromErrorMessages") { context in
            let fields: HTTPFields = [.authorization: "Bearer hush-1", .cookie: "sid=hush-2"]
            let responses: [LoopbackServer.Response] = [
                .reset, .garbage, .steps([.close]), .truncated([1], declaredLength: 9),
                .steps([.raw("HTTP/1.1 hush-3 hush-4\r\n\r\n"), .close]),
            ]
            for response in responses {
                let server = try context.serve { _ in response }
                let request = server.request(.post, "/a?key=hush-5", fields)
                let (error, _) = try context.transport().start(request, body: HTTPBody("hush-6")).failure()
                for word in ["hush-1", "hush-2", "hush-5", "hush-6"] {
                    try context.expect(!"\(error) \(error.text)".contains(word), "no secret in \"\(error)\"")
                }
            }
        },
        Case(.errors, "doesNotAffectOtherExchanges") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { request in
                switch request.path {
                case "/slow": .steps([.head(), .wait(for: gate), .bytes("slow"), .finish()])
                case "/reset": .reset
                case "/garbage": .garbage
                default: .truncated([1], declaredLength: 9)
                }
            }
            let transport = try context.transport()
            let slow = (0..<5).map { _ in transport.start(server.request(.get, "/slow")) }
            for path in ["/reset", "/garbage", "/short", "/reset"] {
                _ = try transport.start(server.request(.get, path)).failure()
            }
            try context.expect(slow.allSatisfy { $0.current.end == nil }, "the other exchanges to be running")
            gate.open()
            for exchange in slow { try context.expect(exchange.response().text, is: "slow", "the body") }
        },
    ]
}
