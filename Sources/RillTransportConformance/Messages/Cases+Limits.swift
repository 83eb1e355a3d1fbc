internal import RillHTTPTesting

extension TransportConformance {
    /// Limits on the data that a server can send.
    ///
    /// Each server sends a finite amount of data, so that a transport without the limit fails instead of running
    /// forever.
    static let limitCases: [Case] =
        rejectionCases + timeoutDuringDripCases + [
            limitCase(
                "honorsMaximumHeadSize", rejecting: 1_500, accepting: 3_000, { $0.maximumHeadSize = $1 },
                [.raw("HTTP/1.1 200 OK\r\n"), .repeating(field, count: 20), .raw(rest)]),
            limitCase(
                "honorsMaximumFieldCount", rejecting: 10, accepting: 30, { $0.maximumFieldCount = $1 },
                [.raw("HTTP/1.1 200 OK\r\n\(fields(20))\(rest)")]),
            limitCase(
                "honorsMaximumInformationalResponses", rejecting: 4, accepting: 5,
                { $0.maximumInformationalResponses = $1 },
                [.repeating("HTTP/1.1 100 Continue\r\n\r\n", count: 5), .raw(completeResponse)]),
            Case(.limits, "describesAHeadAboveTheTransportsLimit") { context in
                // A transport may have its own limit below `maximumHeadSize`.
                let fields = String(repeating: field, count: 3_200)
                let site = try context.site { _ in .steps([.raw("HTTP/1.1 200 OK\r\n\(fields)\(rest)"), .finish()]) }
                guard let error = try site.start().end().error else { return }
                try expect(error, isOneOf: [.tooLarge])
                try expect(error.description.contains("the response head exceeds"), "a text about the head: \(error)")
            },
            Case(.limits, "acceptsAThousandTrailers") { context in
                let start = LoopbackServer.Step.raw(chunked("2\r\nok\r\n0\r\n"))
                try context.site { _ in .steps([start, .repeating(field, count: 1_000), .raw("\r\n"), .finish()]) }
                    .expectText()
            },
            Case(.limits, "timesOutAnEndlessBody") { context in
                let (clock, site) = try context.timedSite(options: { $0.totalTimeout = .seconds(10) }) { _ in
                    .steps([.head(), .raw("1\r\nx\r\n"), .repeating("1\r\nx\r\n", count: .max)])
                }
                try clock.expectTimeout(.total, of: site.start(), every: .seconds(10))
                try site.server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
            },
        ]

    private static let rejectionCases: [Case] = [
        rejectionCase(
            "rejectsAnEndlessStatusLine", .raw("HTTP/1.1 200 O"), .repeating("K", count: flood), .raw("\r\n" + rest)),
        rejectionCase(
            "rejectsAnEndlessFieldLine", .raw("HTTP/1.1 200 OK\r\nX-Item: "), .repeating("x", count: flood),
            .raw("\r\n" + rest)),
        rejectionCase(
            "rejectsAnEndlessHead", .raw("HTTP/1.1 200 OK\r\n"), .repeating(field, count: flood / 100), .raw(rest)),
        rejectionCase("rejectsTooManyFields", .raw("HTTP/1.1 200 OK\r\n\(fields(20_000))\(rest)")),
        rejectionCase(
            "rejectsALargeInformationalHead", .raw("HTTP/1.1 103 Early\r\n"), .repeating(field, count: flood / 100),
            .raw("\r\n" + completeResponse)),
        rejectionCase(
            "rejectsEndlessInformationalHeads", .repeating("HTTP/1.1 103 Early\r\n\(field)\r\n", count: flood / 100),
            .raw(completeResponse)),
        rejectionCase(
            "rejectsTooManyInformationalHeads", .repeating("HTTP/1.1 100 Continue\r\n\r\n", count: 1_000),
            .raw(completeResponse)),
        rejectionCase(
            "rejectsAnEndlessChunkSize", .raw(chunked("")), .repeating("0", count: flood), .raw("\r\n\r\n")),
        rejectionCase(
            "rejectsAnEndlessTrailer", .raw(chunked("0\r\nX-Item: ")), .repeating("x", count: flood),
            .raw("\r\n\r\n")),
        rejectionCase(
            "rejectsEndlessTrailers", .raw(chunked("0\r\n")), .repeating(field, count: flood / 100), .raw("\r\n")),
        rejectionCase(
            "rejectsTooManyTrailers", .raw(chunked("0\r\n")), .repeating("a:\r\n", count: 20_000), .raw("\r\n")),
    ]

    /// Returns a case that expects a failure before the server has performed all steps, which end with a complete
    /// response.
    private static func rejectionCase(_ name: String, _ steps: LoopbackServer.Step...) -> Case {
        Case(.limits, name) { context in
            let server = try context.serve { _ in .steps(steps + [.finish()]) }
            // URLSession on Linux can keep the connection open until the transport is released.
            try context.transport().start(.to(server.authority)).failure(with: [.tooLarge, .malformedResponse])
            try server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
        }
    }

    /// Timeouts even though the server sends a few bytes every other second of virtual time.
    private static let timeoutDuringDripCases: [Case] =
        [
            ("timesOutSlowFields", .raw("HTTP/1.1 200 OK\r\n"), "X-Item: 1\r\n", .firstByte),
            ("timesOutASlowFieldLine", .raw("HTTP/1.1 200 OK\r\nX-Item: "), "x", .firstByte),
            ("timesOutSlowInformationalHeads", .raw(""), "HTTP/1.1 103 Early\r\n\r\n", .total),
            ("timesOutASlowBody", .head(.length(1_000_000)), "x", .total),
            ("timesOutASlowChunkExtension", .raw(chunked("1;name=")), "x", .betweenBytes),
            ("timesOutSlowTrailers", .raw(chunked("0\r\n")), "X-Item: 1\r\n", .total),
        ].map { (name: String, start: LoopbackServer.Step, drop: String, reason: TransportError.Reason) in
            Case(.limits, name) { context in
                let gates = (0..<1_000).map { _ in (due: LoopbackServer.Gate(), sent: LoopbackServer.Gate()) }
                let drops: [LoopbackServer.Step] = gates.flatMap {
                    [.wait(for: $0.due), .raw(drop), .open($0.sent)]
                }
                let (clock, site) = try context.timedSite(options: {
                    $0.responseTimeout = reason == .firstByte ? .seconds(10) : nil
                    $0.idleTimeout = reason == .betweenBytes ? .seconds(10) : nil
                    $0.totalTimeout = reason == .total ? .seconds(10) : nil
                }) { _ in
                    .steps([start] + drops + [.stall])
                }
                let exchange = site.start()
                var remaining = gates[...]
                try clock.expectTimeout(reason, of: exchange, every: .seconds(2)) {
                    guard let (due, sent) = remaining.popFirst() else {
                        throw CaseFailure(
                            "expected a timeout although the server sent data \(gates.count) times, "
                                + "got \(exchange.current.summary)")
                    }
                    due.open()
                    // The wait is short, because the step is not performed after the transport has closed the connection.
                    _ = sent.wait(timeout: .milliseconds(100))
                }
                try expectClose(site.server)
            }
        }

    /// Returns a case that expects a failure with one value of an option, and a response with another value.
    private static func limitCase(
        _ name: String, rejecting small: Int, accepting large: Int,
        _ setOption: @escaping @Sendable (inout TransportOptions, Int) -> Void, _ steps: [LoopbackServer.Step]
    ) -> Case {
        Case(.limits, name) { context in
            func site(_ limit: Int) throws -> Site {
                try context.site(options: { setOption(&$0, limit) }) { _ in .steps(steps + [.finish()]) }
            }
            try site(small).failure(with: [.tooLarge])
            try expect(site(large).response().status, is: 200, "the status code")
        }
    }

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
}
