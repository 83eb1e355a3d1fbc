internal import RillHTTPTesting

extension TransportConformance {
    /// Connection failures.
    static let errorCases: [Case] = [
        Case(.errors, "reportsARefusedConnection") { context in
            try context.transport().start(ClosedPort.request()).failure(with: [.couldNotConnect], .refused)
        },
        Case(.errors, "reportsAnUnknownHost") { context in
            let (error, _) = try context.transport().start(.to("nonexistent.invalid")).failure(with: [.couldNotResolve])
            try expect("\(error)".contains("nonexistent.invalid"), "the host name in \"\(error)\"")
        },
        .failing(.errors, "reportsAMissingResponse", [""], with: .closedEarly),
        Case(.errors, "reportsTruncatedHeads") { context in
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Item: 1\r\n\r\n"
            for count in [1, 5, 12, 15, 16, 17, 30, 36, 40, 48] {
                let head = LoopbackServer.Step.raw(Array(text.utf8.prefix(count)))
                let (error, response) = try context.site { _ in .steps([head, .close]) }.failure()
                try expect(error, isOneOf: count < 16 ? [.closedEarly, .malformedResponse] : [.closedEarly])
                try expect(response.status, is: 0, "the status code after \(count) bytes (0 means no response head)")
            }
        },
        Case(.errors, "reportsTheNumberOfMissingBytes") { context in
            let site = try context.site { _ in .truncated(Array("hello".utf8), declaredLength: 123) }
            let (error, response) = try site.failure(with: [.closedEarly])
            let numbers = "\(error)".split { !$0.isNumber }
            try expect(
                numbers.contains("118") || numbers.contains("123"), "the number of missing bytes in \"\(error)\"")
            try expect(response.text, is: "hello", "the partial body")
        },
        Case(.errors, "deliversTheReceivedPartOfATruncatedBody", runsWithoutNetwork: true) { context in
            let body = LoopbackServer.patternBody(100_000)
            let site = try context.site { _ in .truncated(body, declaredLength: 100_001) }
            let response = try site.failure(with: [.closedEarly]).response
            try expect(response.status, is: 200, "the status code")
            try expectPattern(of: 100_000, in: response)
        },
        Case(.errors, "reportsATruncatedChunk") { context in
            let site = try context.site { _ in .steps([.raw(chunked("5\r\nhello\r\n9\r\nwor")), .close]) }
            try expect(site.failure(with: [.closedEarly]).response.text, is: "hellowor", "the partial body")
        },
        .failing(
            .errors, "reportsAMissingLastChunk",
            ["", "5\r\nhello\r\n", "5\r\nhello", "5\r\nhello\r\n0"].map(chunked), with: .closedEarly),
        .failing(.errors, "reportsAResetBeforeTheHead", [""], then: .reset, with: .closedEarly, .sendFailed),
        .failing(
            .errors, "reportsAResetInsideTheHead", ["HTTP/1.1 200 OK\r\nX-It"], then: .reset, with: .closedEarly,
            status: 0),
        Case(.errors, "reportsAResetInsideTheBody") { context in
            for framing in [LoopbackServer.Framing.chunked, .length(100), .untilClose] {
                try expectReset(framing, context)
            }
        },
        Case(.tls, "reportsAResetInsideTheBody", over: .tls) { context in try expectReset(.chunked, context) },
        Case(.errors, "omitsSecretsFromErrorMessages") { context in
            let fields: HTTPFields = [.authorization: "Bearer hush-1", .cookie: "sid=hush-2"]
            let responses: [LoopbackServer.Response] = [
                .reset, .garbage, .steps([.close]), .truncated([1], declaredLength: 9),
                .steps([.raw("HTTP/1.1 hush-3 hush-4\r\n\r\n"), .close]),
            ]
            for response in responses {
                let site = try context.site { _ in response }
                let (error, _) = try site.failure(.post, "/a?key=hush-5", fields, body: HTTPBody("hush-6"))
                for word in ["hush-1", "hush-2", "hush-5", "hush-6"] {
                    try expect(!"\(error) \(error.text)".contains(word), "no secret in \"\(error)\"")
                }
            }
        },
        Case(.errors, "doesNotAffectOtherExchanges") { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site { request in
                switch request.path {
                case "/slow": .steps([.head(), .wait(for: gate), .bytes("slow"), .finish()])
                case "/reset": .reset
                case "/garbage": .garbage
                default: .truncated([1], declaredLength: 9)
                }
            }
            let slow = (0..<5).map { _ in site.start(.get, "/slow") }
            for path in ["/reset", "/garbage", "/short", "/reset"] { _ = try site.failure(.get, path) }
            try expect(slow.allSatisfy { $0.current.end == nil }, "the other exchanges to be running")
            gate.open()
            for exchange in slow { try exchange.expectText("slow") }
        },
    ]

    private static func expectReset(_ framing: LoopbackServer.Framing, _ context: CaseContext) throws {
        let gate = LoopbackServer.Gate()
        let site = try context.site { _ in .steps([.head(framing), .bytes("hello"), .wait(for: gate), .reset]) }
        let exchange = site.start()
        try exchange.waitForBytes(5)
        gate.open()
        try exchange.failure(with: [.closedEarly])
    }
}
