internal import RillHTTPTesting

extension TransportConformance {
    /// Response bodies with each kind of framing.
    static let bodyCases: [Case] = [
        Case(.bodies, "deliversNoChunkForAnEmptyBody", runsWithoutNetwork: true, serving: .data([])) { site in
            try expect(site.response().chunkCount, is: 0, "the number of chunks")
        },
        Case(.bodies, "deliversOneByte", runsWithoutNetwork: true, serving: .data([0])) { site in
            try expect(site.response().body, is: [0], "the body")
        },
        Case(.bodies, "deliversBodiesNearBufferSizes", runsWithoutNetwork: true) { context in
            let site = try context.site { request in .pattern(byteCount: Int(request.path.dropFirst()) ?? 0) }
            for size in [4_095, 4_096, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 131_073] {
                try expectPattern(of: size, in: site.response(.get, "/\(size)"))
            }
        },
        Case(.bodies, "deliversTenMegabytesWithALength", serving: .pattern(byteCount: 10 << 20)) { site in
            try expectPattern(of: 10 << 20, in: site.response())
        },
        Case(.bodies, "deliversTenMegabytesInChunks") { context in
            let site = try context.site { _ in .steps([.head(), .pattern(byteCount: 10 << 20), .finish()]) }
            try expectPattern(of: 10 << 20, in: site.response())
        },
        Case(.tls, "deliversALargeBody", over: .tls, deliversALargeBody),
        Case(.http2, "deliversALargeBody", over: .http2, deliversALargeBody),
        Case(.bodies, "deliversEveryByteValue", runsWithoutNetwork: true, serving: .data(Array(0...255))) { site in
            try expect(site.response().body, is: Array(0...255), "the body")
        },
        Case(.bodies, "joinsSingleByteChunks", runsWithoutNetwork: true) { try expectJoinedBytes(.chunked, $0) },
        Case(.bodies, "joinsSingleByteSegments", runsWithoutNetwork: true) {
            try expectJoinedBytes(.length(1_000), $0)
        },
        .reading(
            .bodies, "ignoresChunkExtensions",
            chunked("5;a=b;c=\"d;e\"\r\nhello\r\n1 ; x\r\n!\r\n0;last\r\n\r\n"), as: "hello!"),
        .reading(
            .bodies, "acceptsAnyChunkSizeFormat", chunked("00A\r\n0123456789\r\na\r\n0123456789\r\n000\r\n\r\n"),
            as: "01234567890123456789"),
        Case(.bodies, "dropsTrailers") { context in
            let site = try context.site { _ in
                .steps([.head(), .bytes("hello"), .finish(trailers: [.item: "late", .other: "later"])])
            }
            for _ in 0..<3 {
                let response = try site.response()
                try expect(response.text, is: "hello", "the body")
                try expect(response.fields[values: .item], is: [], "the values of X-Item")
            }
            try expect(site.server.connections.count, is: 1, "the number of connections")
        },
        Case(.bodies, "readsUntilTheConnectionCloses", runsWithoutNetwork: true) { context in
            let site = try context.site { _ in .steps([.head(.untilClose), .pattern(byteCount: 100_000), .finish()]) }
            try expectPattern(of: 100_000, in: site.response())
        },
        .reading(.bodies, "readsUntilCloseWithoutFramingFields", "HTTP/1.1 200 OK\r\n\r\nhello", as: "hello"),
        Case(.bodies, "endsAtTheContentLength") { context in
            // The connection remains open after the last byte.
            let gate = LoopbackServer.Gate()
            defer { gate.open() }
            try context.site { _ in .steps([.head(.length(5)), .bytes("hello"), .wait(for: gate), .finish()]) }
                .expectText("hello")
        },
        Case(.bodies, "deliversTheHeadBeforeTheBody") { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
            let exchange = site.start()
            try exchange.waitForHead()
            try expect(exchange.current.byteCount, is: 0, "the number of bytes delivered before the gate opened")
            gate.open()
            try exchange.expectText("late")
        },
        Case(.bodies, "deliversChunkedDataWithoutDelay") { try expectImmediateDelivery(.chunked, $0) },
        Case(.bodies, "deliversFixedLengthDataWithoutDelay") { try expectImmediateDelivery(.length(20), $0) },
        Case(.bodies, "deliversCloseDelimitedDataWithoutDelay") { try expectImmediateDelivery(.untilClose, $0) },
        Case(.tls, "deliversDataAsItArrives", over: .tls) { try expectImmediateDelivery(.chunked, $0) },
    ]

    private static func deliversALargeBody(_ context: CaseContext) throws {
        // More than the flow-control window of libcurl since 8.4, which is 10 MiB, and 768 records of TLS. The cases of
        // back-pressure exceed the window of older versions, which is 32 MiB.
        let size = 12 << 20
        let site = try context.site { request in
            request.path == "/chunked"
                ? .steps([.head(), .pattern(byteCount: size), .finish()]) : .pattern(byteCount: size)
        }
        for path in ["/", "/chunked"] { try expectPattern(of: size, in: site.response(.get, path)) }
    }

    /// Checks that a body is complete although the server sends its bytes one by one.
    private static func expectJoinedBytes(_ framing: LoopbackServer.Framing, _ context: CaseContext) throws {
        let body = LoopbackServer.patternBody(1_000)
        let site = try context.site { _ in .steps([.head(framing), .dribble(body), .finish()]) }
        try expectPattern(of: 1_000, in: site.response())
    }

    /// Checks that each part of the body is delivered before the server sends the next one.
    private static func expectImmediateDelivery(_ framing: LoopbackServer.Framing, _ context: CaseContext) throws {
        let gates = (0..<10).map { _ in LoopbackServer.Gate() }
        let site = try context.site { _ in
            .steps([.head(framing)] + gates.flatMap { [.bytes("ab"), .wait(for: $0)] } + [.finish()])
        }
        let exchange = site.start()
        for (number, gate) in gates.enumerated() {
            try exchange.waitForBytes(2 * (number + 1))
            gate.open()
        }
        try exchange.expectText(String(repeating: "ab", count: 10))
    }

    /// Returns an encoded response with chunked framing and the given encoded body.
    static func chunked(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }
}
