internal import RillHTTP

extension TransportConformance {
    /// Bodies of answers, however they are framed.
    static let bodyCases: [Case] = [
        Case(.bodies, "deliversAnEmptyBodyAsNoChunk", isSimulable: true) { bench in
            let answer = try bench.answer { _ in .data([]) }
            try bench.expect(answer.chunkCount, is: 0, "the number of chunks")
        },
        Case(.bodies, "deliversOneByte", isSimulable: true) { bench in
            let answer = try bench.answer { _ in .data([0]) }
            try bench.expect(answer.body, is: [0], "the body")
        },
        Case(.bodies, "deliversSizesAroundThoseOfBuffers", isSimulable: true) { bench in
            let server = try bench.serve { request in .pattern(byteCount: Int(request.path.dropFirst()) ?? 0) }
            let transport = try bench.transport()
            for size in [4_095, 4_096, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 131_073] {
                try expectPattern(of: size, in: transport.begin(server.request(.get, "/\(size)")).answer(), bench)
            }
        },
        Case(.bodies, "deliversTenMegabytesByteForByte") { bench in
            try expectPattern(of: 10 << 20, in: bench.answer { _ in .pattern(byteCount: 10 << 20) }, bench)
        },
        Case(.bodies, "deliversTenMegabytesInChunks") { bench in
            let answer = try bench.answer { _ in .steps([.head(), .pattern(byteCount: 10 << 20), .finish()]) }
            try expectPattern(of: 10 << 20, in: answer, bench)
        },
        Case(.bodies, "deliversEveryByteValue", isSimulable: true) { bench in
            let answer = try bench.answer { _ in .data(Array(0...255)) }
            try bench.expect(answer.body, is: Array(0...255), "the body")
        },
        Case(.bodies, "joinsChunksOfOneByte", isSimulable: true) { bench in
            let answer = try bench.answer { _ in
                .steps([.head(), .dribble(LoopbackServer.patternBody(1_000)), .finish()])
            }
            try expectPattern(of: 1_000, in: answer, bench)
        },
        Case(.bodies, "joinsPiecesOfOneByte", isSimulable: true) { bench in
            let answer = try bench.answer { _ in
                .steps([.head(.length(1_000)), .dribble(LoopbackServer.patternBody(1_000)), .finish()])
            }
            try expectPattern(of: 1_000, in: answer, bench)
        },
        Case(.bodies, "ignoresChunkExtensions") { bench in
            try bench.expect(
                bench.answer(toRaw: chunked("5;a=b;c=\"d;e\"\r\nhello\r\n1 ; x\r\n!\r\n0;last\r\n\r\n")).text,
                is: "hello!", "the body")
        },
        Case(.bodies, "readsChunkSizesInAnySpelling") { bench in
            try bench.expect(
                bench.answer(toRaw: chunked("00A\r\n0123456789\r\na\r\n0123456789\r\n000\r\n\r\n")).text,
                is: "01234567890123456789", "the body")
        },
        Case(.bodies, "dropsTrailers") { bench in
            let server = try bench.serve { _ in
                .steps([.head(), .bytes("hello"), .finish(trailers: [.item: "late", .other: "later"])])
            }
            let transport = try bench.transport()
            for _ in 0..<3 {
                let answer = try transport.begin(server.request()).answer()
                try bench.expect(answer.text, is: "hello", "the body")
                try bench.expect(answer.fields[values: .item], is: [], "the values of X-Item")
            }
            try bench.expect(server.connections.count, is: 1, "the number of connections")
        },
        Case(.bodies, "readsUntilTheConnectionCloses", isSimulable: true) { bench in
            let answer = try bench.answer { _ in
                .steps([.head(.untilClose), .pattern(byteCount: 100_000), .finish()])
            }
            try expectPattern(of: 100_000, in: answer, bench)
        },
        Case(.bodies, "readsUntilTheConnectionClosesWithoutAWord") { bench in
            let answer = try bench.answer(toRaw: "HTTP/1.1 200 OK\r\n\r\nhello")
            try bench.expect(answer.text, is: "hello", "the body")
        },
        Case(.bodies, "endsWithTheLength") { bench in
            // The connection stays open behind the last byte.
            let gate = LoopbackServer.Gate()
            defer { gate.open() }
            let answer = try bench.answer { _ in
                .steps([.head(.length(5)), .bytes("hello"), .wait(for: gate), .finish()])
            }
            try bench.expect(answer.text, is: "hello", "the body")
        },
        Case(.bodies, "deliversTheHeadBeforeTheBody") { bench in
            let gate = LoopbackServer.Gate()
            let server = try bench.serve { _ in .steps([.head(), .wait(for: gate), .bytes("late"), .finish()]) }
            let exchange = try bench.transport().begin(server.request())
            try exchange.wait(for: "the head") { $0.isDelivering ? nil : $0.head }
            try bench.expect(exchange.current.byteCount, is: 0, "the number of bytes before the gate is open")
            gate.open()
            try bench.expect(exchange.answer().text, is: "late", "the body")
        },
        Case(.bodies, "deliversEachPieceWithoutDelay") { bench in try deliversEachPiece(.chunked, bench) },
        Case(.bodies, "deliversEachPieceOfALengthWithoutDelay") { bench in
            try deliversEachPiece(.length(20), bench)
        },
        Case(.bodies, "deliversEachPieceUntilTheCloseWithoutDelay") { bench in
            try deliversEachPiece(.untilClose, bench)
        },
    ]

    /// Each piece has to come while the server still waits before the next one.
    private static func deliversEachPiece(_ framing: LoopbackServer.Framing, _ bench: Bench) throws {
        let gates = (0..<10).map { _ in LoopbackServer.Gate() }
        let server = try bench.serve { _ in
            .steps([.head(framing)] + gates.flatMap { [.bytes("ab"), .wait(for: $0)] } + [.finish()])
        }
        let exchange = try bench.transport().begin(server.request())
        for (number, gate) in gates.enumerated() {
            try exchange.wait(for: "piece \(number)") { $0.byteCount == 2 * (number + 1) ? true : nil }
            gate.open()
        }
        try bench.expect(exchange.answer().text, is: String(repeating: "ab", count: 10), "the body")
    }

    /// Throws unless a body is the server's pattern.
    static func expectPattern(of size: Int, in answer: ReceivedAnswer, _ bench: Bench) throws {
        try bench.expect(answer.byteCount, is: size, "the number of bytes")
        try bench.expect(answer.isPattern, "the bytes as they were sent")
    }

    /// A whole answer whose body is written as it is.
    static func chunked(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    }
}
