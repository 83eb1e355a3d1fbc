import RillHTTP
import RillHTTPTesting
import Testing

@Suite struct LoopbackServerStepTests {
    /// Sends one request to a server with the given response, and receives all bytes until the connection closes.
    private func exchange(_ response: LoopbackServer.Response) throws -> String {
        let server = try LoopbackServer { _ in response }
        return try RawClient.exchange(RawClient.get, port: server.port)
    }

    private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func sendsChunksAndTrailers() throws {
        let server = try LoopbackServer { _ in
            .steps([
                .head(), .bytes("hello"), .bytes(", world, in a long chunk"),
                .finish(trailers: [.eTag: "\"x\"", .link: "y"]),
            ])
        }
        let client = try RawClient(port: server.port)
        for _ in 1...2 {
            try client.send(RawClient.get)
            let response =
                Self.head + "5\r\nhello\r\n18\r\n, world, in a long chunk\r\n0\r\nETag: \"x\"\r\nLink: y\r\n\r\n"
            #expect(try client.receive(response.utf8.count) == response)
        }
        #expect(try server.waitForBodyBytes(58) == 58)
        #expect(server.connections.map(\.bodyBytesWritten) == [58])
    }

    private static let responses: [(LoopbackServer.Response, String)] = [
        // The head is sent before a body step.
        (.steps([.bytes("a"), .finish(), .close]), head + "1\r\na\r\n0\r\n\r\n"),
        // The head is also sent for an empty body.
        (.steps([.finish(), .close]), head + "0\r\n\r\n"),
        // The connection closes after a script without `finish`.
        (.steps([.bytes("a")]), head + "1\r\na\r\n"),
        // The connection closes without a head if there are no steps.
        (.steps([]), ""),
        // The end of the connection ends the body.
        (
            .steps([.head(.untilClose), .bytes("a"), .bytes("b"), .finish()]),
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nab"
        ),
        // An unframed body is sent as it is.
        (
            .steps(
                [.head(.unframed), .bytes("3\r\nabc\r\n"), .close], status: .accepted,
                fields: [.transferEncoding: "chunked"]),
            "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
        ),
        // The body is truncated: it is shorter than its declared length.
        (.truncated(Array("abc".utf8), declaredLength: 10), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        // The connection closes inside the head.
        (.steps([.partialHead(byteCount: 20), .close]), "HTTP/1.1 200 OK\r\nTra"),
        // The response is not HTTP.
        (.garbage, "\u{16}\u{3}\u{1} this is not HTTP\r\n\r\n"),
        // Informational heads precede the final head.
        (
            .steps([
                .informational(.continue), .informational(.earlyHints, fields: [.link: "</a>"]), .head(.length(0)),
                .finish(), .close,
            ]),
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        ),
        // The connection closes after a complete response, when it is idle.
        (
            .steps([.head(.length(2)), .bytes("ok"), .finish(), .close]),
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        ),
    ]

    @Test(arguments: responses)
    func sendsTheStepsAndCloses(response: LoopbackServer.Response, text: String) throws {
        #expect(try exchange(response) == text)
    }

    @Test func sendsRawBytesAndKeepsTheConnection() throws {
        let server = try LoopbackServer { _ in
            .steps([.raw("HTTP/1.1 200\nContent-Length:1\n\n"), .raw([0xFF]), .finish()])
        }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get + RawClient.getAndClose)
        let response = Array("HTTP/1.1 200\nContent-Length:1\n\n".utf8) + [0xFF]
        #expect(try client.receiveAllBytes() == response + response)
        #expect(server.bodyBytesWritten == 0)
    }

    private static let styles: [(LoopbackServer.HeadStyle, String)] = [
        (.lineFeedOnly, "HTTP/1.1 200 OK\nServer: caf\u{C3}\u{A9}\nContent-Length: 1\n\na"),
        (.noReasonPhrase, "HTTP/1.1 200\r\nServer: caf\u{C3}\u{A9}\r\nContent-Length: 1\r\n\r\na"),
        (.noSpaceAfterColon, "HTTP/1.1 200 OK\r\nServer:caf\u{C3}\u{A9}\r\nContent-Length:1\r\n\r\na"),
        (.latin1Values, "HTTP/1.1 200 OK\r\nServer: caf\u{E9}\r\nContent-Length: 1\r\n\r\na"),
        (.lowercaseNames, "HTTP/1.1 200 OK\r\nserver: caf\u{C3}\u{A9}\r\ncontent-length: 1\r\n\r\na"),
        ([.lineFeedOnly, .noSpaceAfterColon], "HTTP/1.1 200 OK\nServer:caf\u{C3}\u{A9}\nContent-Length:1\n\na"),
    ]

    @Test(arguments: styles)
    func formatsTheHeadInEachStyle(style: LoopbackServer.HeadStyle, bytes: String) throws {
        let server = try LoopbackServer { _ in
            .steps([.head(.length(1), style: style), .bytes("a"), .finish(), .close], fields: [.server: "café"])
        }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        // Each Unicode scalar of the expected text represents one byte.
        #expect(try client.receiveAllBytes() == bytes.unicodeScalars.map { UInt8($0.value) })
    }

    @Test func dribblesABodyAndRawBytes() throws {
        let body = try exchange(
            .steps([.dribble(Array("abcde".utf8), chunkSize: 2, pause: .milliseconds(1)), .finish(), .close]))
        #expect(body == Self.head + "2\r\nab\r\n2\r\ncd\r\n1\r\ne\r\n0\r\n\r\n")
        let whole = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
        let raw = try exchange(.steps([.raw(whole, chunkSize: 1, pause: .microseconds(100)), .close]))
        #expect(raw == "HTTP/1.1 204 No Content\r\n\r\n")
    }

    @Test(arguments: [LoopbackServer.Response.reset, .steps([.head(.length(9)), .bytes("abc"), .reset])])
    func resetsTheConnection(response: LoopbackServer.Response) throws {
        let server = try LoopbackServer { _ in response }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        #expect(throws: RawClient.Failure.reset) { try client.receiveAll() }
        #expect(try server.waitForEnd().end == .byServer)
    }

    @Test func waitsUntilTheGateOpens() throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { _ in
            .steps([.head(.length(2)), .bytes("a"), .wait(for: gate), .bytes("b"), .finish()])
        }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        #expect(try client.receive(through: "\r\n\r\na").hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(try server.waitForBodyBytes(1) == 1)
        #expect(!gate.isOpen && !gate.wait(timeout: .zero))
        gate.open()
        gate.open()
        #expect(gate.isOpen && gate.wait(timeout: .zero))
        #expect(try client.receive(1) == "b")
    }

    @Test func buffersInputWhileWaiting() throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            request.path == "/" ? .steps([.wait(for: gate), .bytes("a"), .finish()]) : .text(request.bodyText)
        }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        try server.waitForRequests()
        try client.send("PUT /next HTTP/1.1\r\nHost: h\r\nContent-Length: 600000\r\nConnection: close\r\n\r\n")
        try client.send([UInt8](repeating: 0x61, count: 300_000))
        gate.open()
        try client.send([UInt8](repeating: 0x62, count: 300_000))
        #expect(try client.receiveAll().hasSuffix("b"))
        #expect(server.requests.last?.body.count == 600_000)
    }

    @Test(arguments: [
        LoopbackServer.Response.stall, .steps([.head(.length(5)), .bytes("a"), .stall]),
        .steps([.wait(for: LoopbackServer.Gate()), .finish()]), .steps([.pause(.seconds(3_600)), .finish()]),
    ])
    func detectsClientCloseWhileWaiting(response: LoopbackServer.Response) throws {
        let server = try LoopbackServer { _ in response }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        try server.waitForRequests()
        #expect(server.connections.map(\.end) == [nil])
        client.end()
        #expect(try server.waitForEnd().end == .byClient)
    }
}
