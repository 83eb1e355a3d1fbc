internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Servers that send without end.
    ///
    /// Each flood is bounded, so that a transport without the limit ends as well, and fails.
    static let limitCases: [Case] = [
        Case(.limits, "refusesAnEndlessStatusLine") { bench in
            try refuses([.raw("HTTP/1.1 200 O"), .repeating("K", count: flood), .raw("\r\n" + rest)], bench)
        },
        Case(.limits, "refusesAnEndlessFieldLine") { bench in
            try refuses(
                [.raw("HTTP/1.1 200 OK\r\nX-Item: "), .repeating("x", count: flood), .raw("\r\n" + rest)], bench)
        },
        Case(.limits, "refusesAnEndlessHead") { bench in
            try refuses([.raw("HTTP/1.1 200 OK\r\n"), .repeating(field, count: flood / 100), .raw(rest)], bench)
        },
        Case(.limits, "refusesTooManyFields") { bench in
            try refuses([.raw("HTTP/1.1 200 OK\r\n\(fields(20_000))\(rest)")], bench)
        },
        Case(.limits, "refusesALargeInformationalHead") { bench in
            try refuses(
                [.raw("HTTP/1.1 103 Early\r\n"), .repeating(field, count: flood / 100), .raw("\r\n" + whole)], bench)
        },
        Case(.limits, "refusesEndlessInformationalHeads") { bench in
            try refuses([.repeating("HTTP/1.1 103 Early\r\n\(field)\r\n", count: flood / 100), .raw(whole)], bench)
        },
        Case(.limits, "refusesTooManyInformationalHeads") { bench in
            try refuses([.repeating("HTTP/1.1 100 Continue\r\n\r\n", count: 1_000), .raw(whole)], bench)
        },
        Case(.limits, "refusesAnEndlessChunkSize") { bench in
            try refuses([.raw(chunked("")), .repeating("0", count: flood), .raw("\r\n\r\n")], bench)
        },
        Case(.limits, "refusesAnEndlessTrailer") { bench in
            try refuses([.raw(chunked("0\r\nX-Item: ")), .repeating("x", count: flood), .raw("\r\n\r\n")], bench)
        },
        Case(.limits, "refusesEndlessTrailers") { bench in
            try refuses([.raw(chunked("0\r\n")), .repeating(field, count: flood / 100), .raw("\r\n")], bench)
        },
        Case(.limits, "refusesTooManyTrailers") { bench in
            try refuses([.raw(chunked("0\r\n")), .repeating("a:\r\n", count: 20_000), .raw("\r\n")], bench)
        },
        Case(.limits, "acceptsAThousandTrailers") { bench in
            let answer = try bench.answer { _ in
                .steps([.raw(chunked("2\r\nok\r\n0\r\n")), .repeating(field, count: 1_000), .raw("\r\n"), .finish()])
            }
            try bench.expect(answer.text, is: "ok", "the body")
        },
        Case(.limits, "honorsTheSizeOfAHead") { bench in
            let steps: [LoopbackServer.Step] = [
                .raw("HTTP/1.1 200 OK\r\n"), .repeating(field, count: 20), .raw(rest), .finish(),
            ]
            let (error, _) = try bench.failure(options: { $0.maximumHeadSize = 1_500 }) { _ in .steps(steps) }
            try bench.expect(error, isOneOf: [.tooLarge])
            let answer = try bench.answer(options: { $0.maximumHeadSize = 3_000 }) { _ in .steps(steps) }
            try bench.expect(answer.status, is: 200, "the status")
        },
        Case(.limits, "honorsTheNumberOfFields") { bench in
            let steps: [LoopbackServer.Step] = [.raw("HTTP/1.1 200 OK\r\n\(fields(20))\(rest)"), .finish()]
            let (error, _) = try bench.failure(options: { $0.maximumFieldCount = 10 }) { _ in .steps(steps) }
            try bench.expect(error, isOneOf: [.tooLarge])
            let answer = try bench.answer(options: { $0.maximumFieldCount = 30 }) { _ in .steps(steps) }
            try bench.expect(answer.status, is: 200, "the status")
        },
        Case(.limits, "honorsTheNumberOfInformationalHeads") { bench in
            let steps: [LoopbackServer.Step] = [.repeating("HTTP/1.1 100 Continue\r\n\r\n", count: 5), .raw(whole)]
            let (error, _) = try bench.failure(options: { $0.maximumInformationalResponses = 4 }) { _ in .steps(steps) }
            try bench.expect(error, isOneOf: [.tooLarge])
            let answer = try bench.answer(options: { $0.maximumInformationalResponses = 5 }) { _ in .steps(steps) }
            try bench.expect(answer.status, is: 200, "the status")
        },
        Case(.limits, "endsADripOfFields") { bench in
            try endsADrip([.raw("HTTP/1.1 200 OK\r\n")], "X-Item: 1\r\n", .firstByte, bench) {
                $0.responseTimeout = .seconds(10)
            }
        },
        Case(.limits, "endsADripInsideAFieldLine") { bench in
            try endsADrip([.raw("HTTP/1.1 200 OK\r\nX-Item: ")], "x", .firstByte, bench) {
                $0.responseTimeout = .seconds(10)
            }
        },
        Case(.limits, "endsADripOfInformationalHeads") { bench in
            try endsADrip([], "HTTP/1.1 103 Early\r\n\r\n", .whole, bench) { $0.totalTimeout = .seconds(10) }
        },
        Case(.limits, "endsADripOfABody") { bench in
            try endsADrip([.head(.length(1_000_000))], "x", .whole, bench) { $0.totalTimeout = .seconds(10) }
        },
        Case(.limits, "endsADripOfAChunkExtension") { bench in
            try endsADrip([.raw(chunked("1;name="))], "x", .betweenBytes, bench) { $0.idleTimeout = .seconds(10) }
        },
        Case(.limits, "endsADripOfTrailers") { bench in
            try endsADrip([.raw(chunked("0\r\n"))], "X-Item: 1\r\n", .whole, bench) { $0.totalTimeout = .seconds(10) }
        },
        Case(.limits, "endsAnEndlessBody") { bench in
            let clock = VirtualClock()
            let server = try bench.serve { _ in
                .steps([.head(), .raw("1\r\nx\r\n"), .repeating("1\r\nx\r\n", count: .max)])
            }
            let transport = try bench.transport {
                $0.scheduler = clock
                $0.totalTimeout = .seconds(10)
            }
            let exchange = transport.begin(server.request())
            try clock.advance(by: .seconds(1), untilEndOf: exchange)
            let (error, _) = try exchange.failure()
            try bench.expect(error, isOneOf: [.timeout])
            try bench.expect(error.reason, is: .whole, "the reason")
            try server.waitForEnd(ofConnection: 1, timeout: Bench.limit)
        },
    ]

    /// The number of bytes in a flood: more than any of the limits.
    private static let flood = 16 << 20

    /// A field line of 100 bytes.
    private static let field = "X-Item: " + String(repeating: "x", count: 90) + "\r\n"

    /// Short field lines with different names.
    private static func fields(_ count: Int) -> String {
        (0..<count).map { "X-\($0):\r\n" }.joined()
    }

    /// The end of a head whose body is empty.
    private static let rest = "Content-Length: 0\r\n\r\n"

    private static let whole = "HTTP/1.1 200 OK\r\n" + rest

    /// Expects a failure before the server has sent all of its steps, which end with a complete response.
    private static func refuses(_ steps: [LoopbackServer.Step], _ bench: Bench) throws {
        let server = try bench.serve { _ in .steps(steps + [.finish()]) }
        let (error, _) = try bench.transport().begin(server.request()).failure()
        try bench.expect(error, isOneOf: [.tooLarge, .malformedResponse])
        try server.waitForEnd(ofConnection: 1, timeout: Bench.limit)
    }

    /// Has the server send `drop` every other second of virtual time, and expects the transport to time out nevertheless.
    private static func endsADrip(
        _ steps: [LoopbackServer.Step], _ drop: String, _ reason: TransportError.Reason, _ bench: Bench,
        options change: (inout TransportOptions) -> Void
    ) throws {
        let clock = VirtualClock()
        let gates = (0..<1_000).map { _ in (LoopbackServer.Gate(), LoopbackServer.Gate()) }
        let drops = gates.flatMap { due, sent -> [LoopbackServer.Step] in
            [.wait(for: due), .raw(drop), .open(sent)]
        }
        let server = try bench.serve { _ in .steps(steps + drops + [.stall]) }
        let transport = try bench.transport { options in
            options.scheduler = clock
            options.responseTimeout = nil
            options.idleTimeout = nil
            change(&options)
        }
        let exchange = transport.begin(server.request())
        var remaining = gates[...]
        try clock.advance(by: .seconds(2), untilEndOf: exchange) {
            guard let (due, sent) = remaining.popFirst() else {
                throw Fault("expected a timeout despite \(gates.count) drops, but there is only \(exchange.current.summary)")
            }
            due.open()
            // Nothing is sent any more once the transport has closed the connection.
            _ = sent.wait(timeout: .milliseconds(100))
        }
        let (error, _) = try exchange.failure()
        try bench.expect(error, isOneOf: [.timeout])
        try bench.expect(error.reason, is: reason, "the reason")
        let connection = try server.waitForEnd(ofConnection: 1, timeout: Bench.limit)
        try bench.expect(connection.end, is: .byClient, "who ended the connection")
    }
}
