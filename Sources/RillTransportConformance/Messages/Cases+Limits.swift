internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Limits on the data that a server can send.
    ///
    /// Each server sends a finite amount of data, so that a transport without the limit fails instead of running
    /// forever.
    static let limitCases: [Case] = [
        Case(.limits, "rejectsAnEndlessStatusLine") { context in
            try expectRejection([.raw("HTTP/1.1 200 O"), .repeating("K", count: flood), .raw("\r\n" + rest)], context)
        },
        Case(.limits, "rejectsAnEndlessFieldLine") { context in
            try expectRejection(
                [.raw("HTTP/1.1 200 OK\r\nX-Item: "), .repeating("x", count: flood), .raw("\r\n" + rest)], context)
        },
        Case(.limits, "rejectsAnEndlessHead") { context in
            try expectRejection(
                [.raw("HTTP/1.1 200 OK\r\n"), .repeating(field, count: flood / 100), .raw(rest)], context)
        },
        Case(.limits, "describesAHeadAboveTheTransportsLimit") { context in
            // A transport may have its own limit below `maximumHeadSize`.
            let fields = String(repeating: field, count: 3_200)
            let (error, _) = try context.transport().start(
                context.serve { _ in .steps([.raw("HTTP/1.1 200 OK\r\n\(fields)\(rest)"), .finish()]) }.request()
            ).end()
            guard let error else { return }
            try context.expect(error, isOneOf: [.tooLarge])
            try context.expect(
                error.description.contains("the response head exceeds"), "a text about the head: \(error)")
        },
        Case(.limits, "rejectsTooManyFields") { context in
            try expectRejection([.raw("HTTP/1.1 200 OK\r\n\(fields(20_000))\(rest)")], context)
        },
        Case(.limits, "rejectsALargeInformationalHead") { context in
            try expectRejection(
                [
                    .raw("HTTP/1.1 103 Early\r\n"), .repeating(field, count: flood / 100),
                    .raw("\r\n" + completeResponse),
                ], context)
        },
        Case(.limits, "rejectsEndlessInformationalHeads") { context in
            try expectRejection(
                [.repeating("HTTP/1.1 103 Early\r\n\(field)\r\n", count: flood / 100), .raw(completeResponse)], context)
        },
        Case(.limits, "rejectsTooManyInformationalHeads") { context in
            try expectRejection(
                [.repeating("HTTP/1.1 100 Continue\r\n\r\n", count: 1_000), .raw(completeResponse)], context)
        },
        Case(.limits, "rejectsAnEndlessChunkSize") { context in
            try expectRejection([.raw(chunked("")), .repeating("0", count: flood), .raw("\r\n\r\n")], context)
        },
        Case(.limits, "rejectsAnEndlessTrailer") { context in
            try expectRejection(
                [.raw(chunked("0\r\nX-Item: ")), .repeating("x", count: flood), .raw("\r\n\r\n")], context)
        },
        Case(.limits, "rejectsEndlessTrailers") { context in
            try expectRejection([.raw(chunked("0\r\n")), .repeating(field, count: flood / 100), .raw("\r\n")], context)
        },
        Case(.limits, "rejectsTooManyTrailers") { context in
            try expectRejection([.raw(chunked("0\r\n")), .repeating("a:\r\n", count: 20_000), .raw("\r\n")], context)
        },
        Case(.limits, "acceptsAThousandTrailers") { context in
            let response = try context.response { _ in
                .steps([.raw(chunked("2\r\nok\r\n0\r\n")), .repeating(field, count: 1_000), .raw("\r\n"), .finish()])
            }
            try context.expect(response.text, is: "ok", "the body")
        },
        Case(.limits, "honorsMaximumHeadSize") { context in
            let steps: [LoopbackServer.Step] = [
                .raw("HTTP/1.1 200 OK\r\n"), .repeating(field, count: 20), .raw(rest), .finish(),
            ]
            let (error, _) = try context.failure(options: { $0.maximumHeadSize = 1_500 }) { _ in .steps(steps) }
            try context.expect(error, isOneOf: [.tooLarge])
            let response = try context.response(options: { $0.maximumHeadSize = 3_000 }) { _ in .steps(steps) }
            try context.expect(response.status, is: 200, "the status code")
        },
        Case(.limits, "honorsMaximumFieldCount") { context in
            let steps: [LoopbackServer.Step] = [.raw("HTTP/1.1 200 OK\r\n\(fields(20))\(rest)"), .finish()]
            let (error, _) = try context.failure(options: { $0.maximumFieldCount = 10 }) { _ in .steps(steps) }
            try context.expect(error, isOneOf: [.tooLarge])
            let response = try context.response(options: { $0.maximumFieldCount = 30 }) { _ in .steps(steps) }
            try context.expect(response.status, is: 200, "the status code")
        },
        Case(.limits, "honorsMaximumInformationalResponses") { context in
            let steps: [LoopbackServer.Step] = [
                .repeating("HTTP/1.1 100 Continue\r\n\r\n", count: 5), .raw(completeResponse),
            ]
            let (error, _) = try context.failure(options: { $0.maximumInformationalResponses = 4 }) { _ in .steps(steps)
            }
            try context.expect(error, isOneOf: [.tooLarge])
            let response = try context.response(options: { $0.maximumInformationalResponses = 5 }) { _ in .steps(steps)
            }
            try context.expect(response.status, is: 200, "the status code")
        },
        Case(.limits, "timesOutSlowFields") { context in
            try expectTimeoutDuringDrip([.raw("HTTP/1.1 200 OK\r\n")], "X-Item: 1\r\n", .firstByte, context) {
                $0.responseTimeout = .seconds(10)
            }
        },
        Case(.limits, "timesOutASlowFieldLine") { context in
            try expectTimeoutDuringDrip([.raw("HTTP/1.1 200 OK\r\nX-Item: ")], "x", .firstByte, context) {
                $0.responseTimeout = .seconds(10)
            }
        },
        Case(.limits, "timesOutSlowInformationalHeads") { context in
            try expectTimeoutDuringDrip([], "HTTP/1.1 103 Early\r\n\r\n", .total, context) {
                $0.totalTimeout = .seconds(10)
            }
        },
        Case(.limits, "timesOutASlowBody") { context in
            try expectTimeoutDuringDrip([.head(.length(1_000_000))], "x", .total, context) {
                $0.totalTimeout = .seconds(10)
            }
        },
        Case(.limits, "timesOutASlowChunkExtension") { context in
            try expectTimeoutDuringDrip([.raw(chunked("1;name="))], "x", .betweenBytes, context) {
                $0.idleTimeout = .seconds(10)
            }
        },
        Case(.limits, "timesOutSlowTrailers") { context in
            try expectTimeoutDuringDrip([.raw(chunked("0\r\n"))], "X-Item: 1\r\n", .total, context) {
                $0.totalTimeout = .seconds(10)
            }
        },
        Case(.limits, "timesOutAnEndlessBody") { context in
            let clock = VirtualClock()
            let server = try context.serve { _ in
                .steps([.head(), .raw("1\r\nx\r\n"), .repeating("1\r\nx\r\n", count: .max)])
            }
            let transport = try context.transport {
                $0.scheduler = clock
                $0.totalTimeout = .seconds(10)
            }
            let exchange = transport.start(server.request())
            try clock.advance(by: .seconds(10), untilEndOf: exchange)
            let (error, _) = try exchange.failure()
            try context.expect(error, isOneOf: [.timeout])
            try context.expect(error.reason, is: .total, "the error reason")
            try server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
        },
    ]

    /// The number of bytes that a server sends to exceed a limit.
    ///
    /// Greater than every limit.
    private static let flood = 16 << 20

    /// A field line of 100 bytes.
    private static let field = "X-Item: " + String(repeating: "x", count: 90) + "\r\n"

    /// Returns short field lines with distinct names.
    private static func fields(_ count: Int) -> String {
        (0..<count).map { "X-\($0):\r\n" }.joined()
    }

    /// The end of a response head that declares an empty body.
    private static let rest = "Content-Length: 0\r\n\r\n"

    private static let completeResponse = "HTTP/1.1 200 OK\r\n" + rest

    /// Expects a failure before the server has performed all of its steps, which end with a complete response.
    private static func expectRejection(_ steps: [LoopbackServer.Step], _ context: CaseContext) throws {
        let server = try context.serve { _ in .steps(steps + [.finish()]) }
        let (error, _) = try context.transport().start(server.request()).failure()
        try context.expect(error, isOneOf: [.tooLarge, .malformedResponse])
        try server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
    }

    /// Expects a timeout even though the server sends `drop` every other second of virtual time.
    private static func expectTimeoutDuringDrip(
        _ steps: [LoopbackServer.Step], _ drop: String, _ reason: TransportError.Reason, _ context: CaseContext,
        options change: (inout TransportOptions) -> Void
    ) throws {
        let clock = VirtualClock()
        let gates = (0..<1_000).map { _ in (LoopbackServer.Gate(), LoopbackServer.Gate()) }
        let drops = gates.flatMap { due, sent -> [LoopbackServer.Step] in
            [.wait(for: due), .raw(drop), .open(sent)]
        }
        let server = try context.serve { _ in .steps(steps + drops + [.stall]) }
        let transport = try context.transport { options in
            options.scheduler = clock
            options.responseTimeout = nil
            options.idleTimeout = nil
            change(&options)
        }
        let exchange = transport.start(server.request())
        var remaining = gates[...]
        try clock.advance(by: .seconds(2), untilEndOf: exchange) {
            guard let (due, sent) = remaining.popFirst() else {
                throw CaseFailure(
                    "expected a timeout although the server sent data \(gates.count) times, got \(exchange.current.summary)"
                )
            }
            due.open()
            // The wait is short, because the step is not performed after the transport has closed the connection.
            _ = sent.wait(timeout: .milliseconds(100))
        }
        let (error, _) = try exchange.failure()
        try context.expect(error, isOneOf: [.timeout])
        try context.expect(error.reason, is: reason, "the error reason")
        let connection = try server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
        try context.expect(connection.end, is: .byClient, "the side that ended the connection")
    }
}
