internal import RillHTTP

extension TransportConformance {
    /// Response bodies with each kind of framing.
    static let bodyCases: [Case] = [
        Case(.bodies, "deliversNoChunkForAnEmptyBody", runsWithoutNetwork: true) { context in
            let response = try context.response { _ in .data([]) }
            try context.expect(response.chunkCount, is: 0, "the number of chunks")
        },
        Case(.bodies, "deliversOneByte", runsWithoutNetwork: true) { context in
            let response = try context.response { _ in .data([0]) }
            try context.expect(response.body, is: [0], "the body")
        },
        Case(.bodies, "deliversBodiesNearBufferSizes", runsWithoutNetwork: true) { context in
            let server = try context.serve { request in .pattern(byteCount: Int(request.path.dropFirst()) ?? 0) }
            let transport = try context.transport()
            for size in [4_095, 4_096, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 131_073] {
                try expectPattern(of: size, in: transport.start(server.request(.get, "/\(size)")).response(), context)
            }
        },
        Case(.bodies, "deliversTenMegabytesWithALength") { context in
            try expectPattern(of: 10 << 20, in: context.response { _ in .pattern(byteCount: 10 << 20) }, context)
        },
        Case(.bodies, "deliversTenMegabytesInChunks") { context in
            let response = try context.response { _ in .steps([.head(), .pattern(byteCount: 10 << 20), .finish()]) }
            try expectPattern(of: 10 << 20, in: response, context)
        },
        Case(.bodies, "deliversEveryByteValue", runsWithoutNetwork: true) { context in
            let response = try context.response { _ in .data(Array(0...255)) }
            try context.expect(response.body, is: Array(0...255), "the body")
        },
        Case(.bodies, "joinsSingleByteChunks", runsWithoutNetwork: true) { context in
            let response = try context.response { _ in
                .steps([.head(), .dribble(LoopbackServer.patternBody(1_000)), .finish()])
            }
            try expectPattern(of: 1_000, in: response, context)
        },
        Case(.bodies, "joinsSingleByteSegments", runsWithoutNetwork: true) { context in
            let response = try context.response { _ in
                .steps([.head(.length(1_000)), .dribble(LoopbackServer.patternBody(1_000)), .finish()])
            }
            try expectPattern(of: 1_000, in: response, context)
        },
        Case(.bodies, "ignoresChunkExtensions") { context in
            try context.expect(
                context.response(fromRaw: chunked("5;a=b;c=\"d;e\"\r\nhello\r\n1 ; x\r\n!\r\n0;last\r\n\r\n")).text,
                is: "hello!", "the body")
        },
        Case(.bodies, "acceptsAnyChunkSizeFormat") { context in
            try context.expect(
                context.response(fromRaw: chunked("00A\r\n0123456789\r\na\r\n0123456789\r\n000\r\n\r\n")).text,
                is: "01234567890123456789", "the body")
        },
        Case(.bodies, "dropsTrailers") { context in
            let server = try context.serve { _ in
                .steps([.head(), .bytes("hello"), .finish(trailers: [.item: "late", .other: "later"])])
            }
            let transport = try context.transport()
            for _ in 0..<3 {
                let response = try transport.start(server.request()).response()
                try context.expect(response.text, is: "hello", "the body")
                try context.expect(response.fields[values: .item], is: [], "the values of X-Item")
            }
            try context.expect(server.connections.count, is: 1, "the number of connections")
        },
        Case(.bodies, "readsUntilTheConnectionCloses", runsWithoutNetwork: true) { context in
            let response = try context.response { _ in
                .steps([.head(.untilClose), .pattern(byteCount: 100_000), .finish()])
            }
            try expectPattern(of: 100_000, in: response, context)
        },
        Case(.bodies, "readsUntilCloseWithoutFramingFields") { context in
            let response = try context.response(fromRaw: "HTTP/1.1 200 OK\r\n\r\nhello")
            try context.expect(response.text, is: "hello", "the body")
        },
        Case(.bodies, "endsAtTheContentLength") { context in
            // The connection remains open after the last byte.
            let gate = LoopbackServer.Gate()
            defer { gate.open() }
            let response = try context.response { _ in
                .steps([.head(.length(5)), .bytes("hello"), .wait(for: gate), .finish()])
            }
            try context.expect(response.text, is: "hello", "the body")
        },
        Case(.bodies, "deliversTheHeadBeforeTheBody") { context in
            let gate = LoopbackServer.Gate()
            let server = try context.serve { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
            let exchange = try context.transport().start(server.request())
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            try context.expect(
                exchange.current.byteCount, is: 0, "the number of bytes delivered before the gate opened")
            gate.open()
            try context.expect(exchange.response().text, is: "late", "the body")
        },
        Case(.bodies, "deliversChunkedDataWithoutDelay") { context in try expectImmediateDelivery(.chunked, context) },
        Case(.bodies, "deliversFixedLengthDataWithoutDelay") { context in
            try expectImmediateDelivery(.length(20), context)
        },
        Case(.bodies, "deliversCloseDelimitedDataWithoutDelay") { context in
            try expectImmediateDelivery(.untilClose, context)
        },
    ]

    /// Checks that each part of the body is delivered before the server sends the next one.
    private static func expectImmediateDelivery(_ framing: LoopbackServer.Framing, _ context: CaseContext) throws {
        let gates = (0..<10).map { _ in LoopbackServer.Gate() }
        let server = try context.serve { _ in
            .steps([.head(framing)] + gates.flatMap { [.bytes("ab"), .wait(for: $0)] } + [.finish()])
        }
        let exchange = try context.transport().start(server.request())
        for (number, gate) in gates.enumerated() {
            try exchange.wait(for: "part \(number)") { $0.byteCount == 2 * (number + 1) ? true : nil }
            gate.open()
        }
        try context.expect(exchange.response().text, is: String(repeating: "ab", count: 10), "the body")
    }

    /// Throws unless a body equals the server's pattern.
    static func expectPattern(of size: Int, in response: ReceivedResponse, _ context: CaseContext) throws {
        try context.expect(response.byteCount, is: size, "the number of bytes")
        try context.expect(response.isPattern, "the bytes to match the sent pattern")
    }

    /// Returns an encoded response with chunked framing and the given encoded body.
    static func chunked(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }
}
