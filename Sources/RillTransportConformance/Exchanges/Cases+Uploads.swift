internal import RillHTTPTesting

extension TransportConformance {
    /// Request bodies that are sent completely.
    static let uploadCases: [Case] = [
        Case(.uploads, "sendsBytesWithTheirLength") { context in
            for size in [0, 1, 65_537, 5_000_000] {
                let body = LoopbackServer.patternBody(size)
                try check(context.receivedRequest(.post, body: HTTPBody(body)), hasBody: body)
            }
        },
        Case(.uploads, "sendsAFileWithItsLength") { context in
            for size in [0, 1, 300_000] {
                let body = LoopbackServer.patternBody(size)
                let file = try TemporaryFile(body)
                try check(context.receivedRequest(.put, body: .file(file.path)), hasBody: body)
            }
        },
        Case(.uploads, "sendsAStreamOfKnownLength") { context in
            for size in [0, 1, 300_000] {
                let body = HTTPBody.stream(.from(chunks(of: size)), count: size)
                try check(context.receivedRequest(.post, body: body), hasBody: LoopbackServer.patternBody(size))
            }
        },
        Case(.uploads, "sendsAStreamOfUnknownLengthChunked") { context in
            for size in [0, 1, 300_000] {
                let request = try context.receivedRequest(.post, body: .stream(.from(chunks(of: size))))
                try check(request, hasBody: LoopbackServer.patternBody(size), isChunked: true)
            }
        },
        Case(.uploads, "skipsEmptyStreamElements") { context in
            let chunks: [[UInt8]] = [[], [1], [], [2, 3], []]
            let request = try context.receivedRequest(.post, body: .stream(.from(chunks)))
            try check(request, hasBody: [1, 2, 3], isChunked: true)
        },
        Case(.uploads, "sendsASlowStream", serving: .text("ok")) { site in
            let source = ManualBody()
            let exchange = site.start(.post, body: source.body())
            let observer = try source.observer()
            for number in 1...20 {
                observer.onNext([UInt8](repeating: UInt8(number), count: 100))
                try source.waitForSending(number * 100)
            }
            try expect(site.server.requests.count, is: 0, "the number of requests before the end of the body")
            observer.onCompleted()
            try exchange.expectText("ok")
            let body = (1...20).flatMap { [UInt8](repeating: $0, count: 100) }
            try check(site.server.requests[0], hasBody: body, isChunked: true)
        },
        Case(.uploads, "sendsTheBodyForEachSubscription", serving: .text("ok")) { site in
            let exchange = site.transport.send(site.request(.post), body: .stream(.from(chunks(of: 100_000))))
            for _ in 0..<3 { _ = try RunningExchange(exchange).response() }
            try expect(site.server.requests.count, is: 3, "the number of requests")
            for request in site.server.requests {
                try check(request, hasBody: LoopbackServer.patternBody(100_000), isChunked: true)
            }
        },
        Case(.tls, "sendsALargeBody", over: .tls, sendsALargeBody),
        Case(.http2, "sendsALargeBody", over: .http2, sendsALargeBody),
        Case(.uploads, "sendsABodyWithEveryMethod") { context in
            for name: StaticString in ["POST", "PUT", "PATCH", "DELETE", "QUERY", "REPORT"] {
                let method = HTTPRequest.Method(literal: name)
                let request = try context.receivedRequest(method, body: HTTPBody("hello"))
                try expect(request.method, is: method, "the method")
                try check(request, hasBody: Array("hello".utf8))
            }
        },
        Case(.uploads, "declaresZeroLengthWithoutABody") { context in
            for method in [HTTPRequest.Method.post, .put, .patch] {
                let fields = try context.receivedRequest(method).fields
                try expect(fields[values: .contentLength], is: ["0"], "the Content-Length of \(method)")
                try expect(fields[values: .contentType], is: [], "the Content-Type of \(method)")
            }
        },
        Case(.uploads, "ignoresFramingFieldsOfTheRequest") { context in
            let fields: HTTPFields = [.contentLength: "3", .transferEncoding: "chunked"]
            for body in [HTTPBody("hello"), .stream(.just(Array("hello".utf8))), nil] {
                let site = try context.site { _ in .text("ok") }
                if let error = try site.start(.post, "/", fields, body: body).end().error {
                    try expect(error, isOneOf: [.invalidRequest])
                    try expect(site.server.requests.count, is: 0, "the number of requests")
                } else {
                    let text = body == nil ? "" : "hello"
                    let isChunked = body != nil && body?.bytes == nil
                    try check(site.server.requests[0], hasBody: Array(text.utf8), isChunked: isChunked)
                }
            }
        },
        Case(.uploads, "sendsTheGivenFields") { context in
            let fields: HTTPFields = [.contentType: "a/b", .item: "1"]
            let request = try context.receivedRequest(.post, fields, body: HTTPBody("hello"))
            try expect(request.fields[values: .contentType], is: ["a/b"], "the Content-Type")
            try expect(request.fields[values: .item], is: ["1"], "the values of X-Item")
            try expect(request.fields[values: .expect], is: [], "the Expect")
        },
        Case(.uploads, "reportsProgressUpToTheTotal", runsWithoutNetwork: true) { context in
            let reports = Monitor<[TransferProgress]>([])
            let body = HTTPBody(LoopbackServer.patternBody(1_000_000)).onProgress { report in
                reports.update { $0.append(report) }
            }
            let site = try context.site { request in .text("\(request.body.count)") }
            try expect(site.response(.post, body: body).text, is: "1000000", "the number of received bytes")
            let all = reports.read { $0 }
            try expect(all.last, is: TransferProgress(completed: 1_000_000, total: 1_000_000), "the last report")
            try expect(all.map(\.completed) == all.map(\.completed).sorted(), "increasing progress values")
        },
        Case(.uploads, "reportsTheProgressOfAnEmptyBody", runsWithoutNetwork: true) { context in
            let site = try context.site { request in .text("\(request.body.count)") }
            for body in [HTTPBody(""), .stream(.empty(), count: 0)] {
                let reports = Monitor<[TransferProgress]>([])
                let reporting = body.onProgress { report in reports.update { $0.append(report) } }
                try expect(site.response(.post, body: reporting).text, is: "0", "the number of received bytes")
                try expect(reports.read { $0 }, is: [TransferProgress(completed: 0, total: 0)], "the reports")
            }
        },
        Case(.uploads, "appliesBackPressureToTheUpload") { context in
            let gate = LoopbackServer.Gate()
            defer { gate.open() }
            let site = try context.site(server: {
                $0.earlyResponse = { request in
                    request.method == .post
                        ? .steps([.wait(for: gate), .head(.length(2)), .bytes("ok"), .close]) : nil
                }
            }) { _ in .pattern(byteCount: 10 << 20) }
            let count = Monitor(0)
            let chunk = [UInt8](repeating: 1, count: 64 << 10)
            let chunks = Observable.from(0..<10_000).map { _ in
                count.update { $0 += 1 }
                return chunk
            }
            let exchange = site.start(.post, body: .stream(chunks))
            try site.server.waitForRequests(1, timeout: CaseContext.limit)
            // Without back-pressure, the transport would read the whole stream during these exchanges.
            for _ in 0..<3 { _ = try site.response() }
            let read = count.read { $0 }
            try expect(read < 500, "back-pressure on the body, but \(read * 64) KiB were read")
            exchange.dispose()
        },
    ]

    private static func sendsALargeBody(_ context: CaseContext) throws {
        let body = LoopbackServer.patternBody(5 << 20)
        let site = try context.site { request in
            .text(request.body.equals(body) ? "same" : "\(request.body.count) other bytes")
        }
        let chunks = [Array(body[..<1_000]), Array(body[1_000...])]
        for body in [HTTPBody(body), .stream(.from(chunks)), .stream(.from(chunks), count: body.count)] {
            try expect(site.response(.put, body: body).text, is: "same", "the server's comparison of the body")
        }
    }

    /// Throws unless a request has exactly the given body, with its length or in chunks.
    private static func check(
        _ request: LoopbackServer.Request, hasBody body: [UInt8], isChunked: Bool = false
    ) throws {
        let lengths = isChunked ? [] : ["\(body.count)"]
        try expect(request.fields[values: .contentLength], is: lengths, "the Content-Length")
        let codings = isChunked ? ["chunked"] : []
        try expect(request.fields[values: .transferEncoding], is: codings, "the Transfer-Encoding")
        try expect(request.fields[values: .expect], is: [], "the Expect")
        try expect(request.body.count, is: body.count, "the number of received bytes")
        try expect(request.body.equals(body), "the received body to equal the sent body")
    }

    /// Returns the server's pattern in chunks of different sizes.
    static func chunks(of size: Int) -> [[UInt8]] {
        let body = LoopbackServer.patternBody(size)
        var chunks: [[UInt8]] = []
        var offset = 0
        while offset < size {
            let count = min(1 + offset / 2, 50_000, size - offset)
            chunks.append(Array(body[offset..<offset + count]))
            offset += count
        }
        return chunks
    }
}
