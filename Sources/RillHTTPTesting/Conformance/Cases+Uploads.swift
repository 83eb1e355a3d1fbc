internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// Bodies of requests that arrive.
    static let uploadCases: [Case] = [
        Case(.uploads, "sendsBytesWithTheirLength") { bench in
            for size in [0, 1, 65_537, 5_000_000] {
                let body = LoopbackServer.patternBody(size)
                try expect(bench.sent(.post, "/", body: HTTPBody(body)), toBring: body, in: .length, bench)
            }
        },
        Case(.uploads, "sendsAFileWithItsLength") { bench in
            for size in [0, 1, 300_000] {
                let body = LoopbackServer.patternBody(size)
                let file = try TemporaryFile(body)
                try expect(bench.sent(.put, "/", body: .file(file.path)), toBring: body, in: .length, bench)
            }
        },
        Case(.uploads, "sendsACountedStreamWithItsLength") { bench in
            for size in [0, 1, 300_000] {
                let pieces = pieces(of: size)
                let request = try bench.sent(.post, "/", body: .stream(.from(pieces), count: size))
                try expect(request, toBring: Array(pieces.joined()), in: .length, bench)
            }
        },
        Case(.uploads, "sendsAnUncountedStreamInChunks") { bench in
            for size in [0, 1, 300_000] {
                let pieces = pieces(of: size)
                let request = try bench.sent(.post, "/", body: .stream(.from(pieces)))
                try expect(request, toBring: Array(pieces.joined()), in: .chunks, bench)
            }
        },
        Case(.uploads, "sendsAStreamWithEmptyPieces") { bench in
            let pieces: [[UInt8]] = [[], [1], [], [2, 3], []]
            let request = try bench.sent(.post, "/", body: .stream(.from(pieces)))
            try expect(request, toBring: [1, 2, 3], in: .chunks, bench)
        },
        Case(.uploads, "sendsASlowStream") { bench in
            let fed = FedBody()
            let server = try bench.serve { _ in .text("ok") }
            let exchange = try bench.transport().begin(server.request(.post), body: fed.body())
            let reader = try fed.reader()
            for number in 1...20 {
                reader.onNext([UInt8](repeating: UInt8(number), count: 100))
                try fed.waitForSending(number * 100)
            }
            try bench.expect(server.requests.count, is: 0, "the number of requests before the end")
            reader.onCompleted()
            try bench.expect(exchange.answer().text, is: "ok", "the body")
            let body = (1...20).flatMap { [UInt8](repeating: $0, count: 100) }
            try expect(server.requests[0], toBring: body, in: .chunks, bench)
        },
        Case(.uploads, "readsTheBodyAnewForEachSubscription") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let pieces = pieces(of: 100_000)
            let exchange = try bench.transport().send(server.request(.post), body: .stream(.from(pieces)))
            for _ in 0..<3 { _ = try RunningExchange(exchange).answer() }
            try bench.expect(server.requests.count, is: 3, "the number of requests")
            for request in server.requests { try expect(request, toBring: Array(pieces.joined()), in: .chunks, bench) }
        },
        Case(.uploads, "sendsABodyWithEveryMethodThatHasOne") { bench in
            for name in ["POST", "PUT", "PATCH", "DELETE", "QUERY", "REPORT"] {
                guard let method = HTTPRequest.Method(name) else { throw Fault("\(name) is not a token") }
                let request = try bench.sent(method, "/", body: HTTPBody("hello"))
                try bench.expect(request.method.rawValue, is: name, "the method")
                try expect(request, toBring: Array("hello".utf8), in: .length, bench)
            }
        },
        Case(.uploads, "announcesThatThereIsNoBody") { bench in
            for method in [HTTPRequest.Method.post, .put, .patch] {
                let fields = try bench.sent(method).fields
                try bench.expect(fields[values: .contentLength], is: ["0"], "the Content-Length of \(method)")
                try bench.expect(fields[values: .contentType], is: [], "the Content-Type of \(method)")
            }
        },
        Case(.uploads, "decidesTheFramingWhateverTheFieldsSay") { bench in
            let fields: HTTPFields = [.contentLength: "3", .transferEncoding: "chunked"]
            for body in [HTTPBody("hello"), .stream(.just(Array("hello".utf8))), nil] {
                let server = try bench.serve { _ in .text("ok") }
                let (error, _) = try bench.transport().begin(server.request(.post, "/", fields), body: body).end()
                if let error {
                    try bench.expect(error, isOneOf: [.invalidRequest])
                    try bench.expect(server.requests.count, is: 0, "the number of requests")
                } else {
                    let text = body == nil ? "" : "hello"
                    let framing: RequestFraming = body?.bytes == nil && body != nil ? .chunks : .length
                    try expect(server.requests[0], toBring: Array(text.utf8), in: framing, bench)
                }
            }
        },
        Case(.uploads, "sendsTheFieldsThatWereGiven") { bench in
            let request = try bench.sent(.post, "/", [.contentType: "a/b", .item: "1"], body: HTTPBody("hello"))
            try bench.expect(request.fields[values: .contentType], is: ["a/b"], "the Content-Type")
            try bench.expect(request.fields[values: .item], is: ["1"], "the values of X-Item")
            try bench.expect(request.fields[values: .expect], is: [], "the Expect")
        },
        Case(.uploads, "reportsProgressUpToTheTotal", isSimulable: true) { bench in
            let reports = Monitor<[TransferProgress]>([])
            let body = HTTPBody(LoopbackServer.patternBody(1_000_000)).onProgress { report in
                reports.update { $0.append(report) }
            }
            let answer = try bench.answer(.post, body: body) { request in .text("\(request.body.count)") }
            try bench.expect(answer.text, is: "1000000", "the number of bytes that arrived")
            let all = reports.read { $0 }
            try bench.expect(all.last, is: TransferProgress(completed: 1_000_000, total: 1_000_000), "the last report")
            try bench.expect(all.map(\.completed) == all.map(\.completed).sorted(), "reports that only grow")
        },
        Case(.uploads, "holdsTheSourceBackUntilTheServerReads") { bench in
            let gate = LoopbackServer.Gate()
            defer { gate.open() }
            var options = LoopbackServer.Options()
            options.answersEarly = { _ in .steps([.wait(for: gate), .head(.length(2)), .bytes("ok"), .close]) }
            let server = try bench.serve(options) { _ in .text("not reached") }
            let count = Monitor(0)
            let piece = [UInt8](repeating: 1, count: 64 << 10)
            let chunks = Observable.from(0..<10_000).map { _ in
                count.update { $0 += 1 }
                return piece
            }
            let transport = try bench.transport()
            let exchange = transport.begin(server.request(.post), body: .stream(chunks))
            try server.waitForRequests(1, timeout: Bench.limit)
            // Whoever is not held back has all the time of other exchanges to go on.
            let other = try bench.serve { _ in .pattern(byteCount: 10 << 20) }
            for _ in 0..<3 { _ = try transport.begin(other.request()).answer() }
            let read = count.read { $0 }
            try bench.expect(read < 500, "the body to be held back, but \(read * 64) KiB were read")
            exchange.dispose()
        },
    ]

    enum RequestFraming {
        case length, chunks
    }

    /// Throws unless a request brought a body, in one framing and not in the other.
    private static func expect(
        _ request: LoopbackServer.Request, toBring body: [UInt8], in framing: RequestFraming, _ bench: Bench
    ) throws {
        let lengths = framing == .length ? ["\(body.count)"] : []
        try bench.expect(request.fields[values: .contentLength], is: lengths, "the Content-Length")
        let codings = framing == .chunks ? ["chunked"] : []
        try bench.expect(request.fields[values: .transferEncoding], is: codings, "the Transfer-Encoding")
        try bench.expect(request.body.count, is: body.count, "the number of bytes that arrived")
        try bench.expect(request.body == body, "the bytes as they were given")
    }

    /// The server's pattern in pieces of different sizes.
    static func pieces(of size: Int) -> [[UInt8]] {
        let body = LoopbackServer.patternBody(size)
        var pieces: [[UInt8]] = []
        var offset = 0
        while offset < size {
            let count = min(1 + offset / 2, 50_000, size - offset)
            pieces.append(Array(body[offset..<offset + count]))
            offset += count
        }
        return pieces
    }
}
