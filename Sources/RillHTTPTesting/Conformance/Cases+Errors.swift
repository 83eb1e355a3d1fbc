internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Connections that fail.
    static let errorCases: [Case] = [
        Case(.errors, "tellsThatNobodyListens") { bench in
            let (error, _) = try bench.transport().begin(ClosedPort.request()).failure()
            try bench.expect(error, isOneOf: [.couldNotConnect])
            try bench.expect(error.reason, is: .refused, "the reason")
        },
        Case(.errors, "tellsThatAHostIsUnknown") { bench in
            let request = HTTPRequest(method: .get, scheme: "http", authority: "nonexistent.invalid", path: "/")
            let (error, _) = try bench.transport().begin(request).failure()
            try bench.expect(error, isOneOf: [.couldNotResolve])
            try bench.expect("\(error)".contains("nonexistent.invalid"), "the host's name in \"\(error)\"")
        },
        Case(.errors, "tellsThatNoAnswerCame") { bench in
            let (error, _) = try bench.failure { _ in .steps([.close]) }
            try bench.expect(error, isOneOf: [.closedEarly])
        },
        Case(.errors, "tellsHeadsThatBreakOff") { bench in
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Item: 1\r\n\r\n"
            for count in [1, 5, 12, 15, 16, 17, 30, 36, 40, 48] {
                let (error, answer) = try bench.failure { _ in
                    .steps([.raw(Array(text.utf8.prefix(count))), .close])
                }
                let codes: [TransportError.Code] =
                    count < 16 ? [.closedEarly, .malformedResponse] : [.closedEarly]
                try bench.expect(error, isOneOf: codes)
                try bench.expect(answer.status, is: 0, "the status after \(count) bytes, which should not be told,")
            }
        },
        Case(.errors, "tellsHowMuchOfABodyIsMissing", isSimulable: false) { bench in
            let (error, answer) = try bench.failure { _ in .truncated(Array("hello".utf8), declaredLength: 123) }
            try bench.expect(error, isOneOf: [.closedEarly])
            let numbers = "\(error)".split { !$0.isNumber }
            try bench.expect(
                numbers.contains("118") || numbers.contains("123"), "the bytes that are missing in \"\(error)\"")
            try bench.expect(answer.text, is: "hello", "what came of the body")
        },
        Case(.errors, "deliversWhatCameOfATruncatedBody", isSimulable: true) { bench in
            let (error, answer) = try bench.failure { _ in
                .truncated(LoopbackServer.patternBody(100_000), declaredLength: 100_001)
            }
            try bench.expect(error, isOneOf: [.closedEarly])
            try bench.expect(answer.status, is: 200, "the status")
            try expectPattern(of: 100_000, in: answer, bench)
        },
        Case(.errors, "tellsAChunkThatBreaksOff") { bench in
            let (error, answer) = try bench.failure { _ in .steps([.raw(chunked("5\r\nhello\r\n9\r\nwor")), .close]) }
            try bench.expect(error, isOneOf: [.closedEarly])
            try bench.expect(answer.text, is: "hellowor", "what came of the body")
        },
        Case(.errors, "tellsThatTheLastChunkIsMissing") { bench in
            for text in ["", "5\r\nhello\r\n", "5\r\nhello", "5\r\nhello\r\n0"] {
                try bench.expectFailure(.closedEarly, ofRaw: chunked(text))
            }
        },
        Case(.errors, "tellsAResetBeforeTheHead") { bench in
            let (error, _) = try bench.failure { _ in .reset }
            try bench.expect(error, isOneOf: [.closedEarly, .sendFailed])
        },
        Case(.errors, "tellsAResetInsideTheHead") { bench in
            let (error, answer) = try bench.failure { _ in .steps([.raw("HTTP/1.1 200 OK\r\nX-It"), .reset]) }
            try bench.expect(error, isOneOf: [.closedEarly])
            try bench.expect(answer.status, is: 0, "the status, which should not be told,")
        },
        Case(.errors, "tellsAResetInsideTheBody") { bench in
            for framing in [LoopbackServer.Framing.chunked, .length(100), .untilClose] {
                let gate = LoopbackServer.Gate()
                let server = try bench.serve { _ in
                    .steps([.head(framing), .bytes("hello"), .wait(for: gate), .reset])
                }
                let exchange = try bench.transport().begin(server.request())
                try exchange.wait(for: "the first bytes") { $0.byteCount == 5 ? true : nil }
                gate.open()
                try bench.expect(exchange.failure().error, isOneOf: [.closedEarly])
            }
        },
        Case(.errors, "keepsSecretsOutOfTheText") { bench in
            let fields: HTTPFields = [.authorization: "Bearer hush-1", .cookie: "sid=hush-2"]
            let responses: [LoopbackServer.Response] = [
                .reset, .garbage, .steps([.close]), .truncated([1], declaredLength: 9),
                .steps([.raw("HTTP/1.1 hush-3 hush-4\r\n\r\n"), .close]),
            ]
            for response in responses {
                let server = try bench.serve { _ in response }
                let request = server.request(.post, "/a?key=hush-5", fields)
                let (error, _) = try bench.transport().begin(request, body: HTTPBody("hush-6")).failure()
                for word in ["hush-1", "hush-2", "hush-5", "hush-6"] {
                    try bench.expect(!"\(error) \(error.text)".contains(word), "no secret in \"\(error)\"")
                }
            }
        },
        Case(.errors, "leavesOtherExchangesAlone") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { request in
                switch request.path {
                case "/slow": .steps([.head(), .wait(for: gate), .bytes("slow"), .finish()])
                case "/reset": .reset
                case "/garbage": .garbage
                default: .truncated([1], declaredLength: 9)
                }
            }
            let transport = try bench.transport()
            let slow = (0..<5).map { _ in transport.begin(server.request(.get, "/slow")) }
            for path in ["/reset", "/garbage", "/short", "/reset"] {
                _ = try transport.begin(server.request(.get, path)).failure()
            }
            try bench.expect(slow.allSatisfy { $0.current.end == nil }, "the others to run on")
            gate.open()
            for exchange in slow { try bench.expect(exchange.answer().text, is: "slow", "the body") }
        },
    ]
}
