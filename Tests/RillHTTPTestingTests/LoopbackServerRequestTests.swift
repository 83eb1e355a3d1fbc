import RillHTTP
import RillHTTPTesting
import Testing

@Suite struct LoopbackServerRequestTests {
    @Test func readsAChunkedBodyWithTrailers() throws {
        let server = try LoopbackServer { request in .data(request.body, type: "x/y") }
        let response = try RawClient.exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n"
                + "5\r\nhello\r\nA;name=value\r\n, world!!!\r\n000\r\nETag: \"x\"\r\n\r\n", port: server.port)
        #expect(response.hasSuffix("\r\n\r\nhello, world!!!"))
        #expect(server.requests.first?.trailers == [.eTag: "\"x\""])
    }

    @Test func readsARequestThatArrivesByteByByte() throws {
        let server = try LoopbackServer { request in .data(request.body, type: "x/y") }
        let client = try RawClient(port: server.port)
        let request =
            "\r\nPOST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            + "3\r\nabc\r\n0\r\n\r\n"
        for byte in request.utf8 { try client.send([byte]) }
        #expect(try client.receiveAll().hasSuffix("\r\n\r\nabc"))
    }

    @Test func readsALargeBody() throws {
        let server = try LoopbackServer { request in .text("\(request.body.count)") }
        let client = try RawClient(port: server.port)
        let body = (0..<3_000_000).map { LoopbackServer.patternByte(at: $0) }
        try client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\nConnection: close\r\n\r\n")
        try client.send(body)
        #expect(try client.receiveAll().hasSuffix("\r\n\r\n3000000"))
        #expect(server.requests.first?.body == body)
    }

    @Test func sends100ContinueWhenExpected() throws {
        let server = try LoopbackServer { request in .text(request.bodyText) }
        let client = try RawClient(port: server.port)
        try client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(server.requests.isEmpty)
        try client.send("ok")
        #expect(try client.receive(through: "\r\n\r\nok").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func omits100ContinueWhenDisabled() throws {
        var options = LoopbackServer.Options()
        options.sendsContinue = false
        let server = try LoopbackServer(options: options) { request in .text(request.bodyText) }
        let response = try RawClient.exchange(
            "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\nok",
            port: server.port)
        #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func sendsEarlyResponseBeforeTheBody() throws {
        var options = LoopbackServer.Options()
        options.earlyResponse = { request in request.path == "/big" ? .status(.expectationFailed) : nil }
        let server = try LoopbackServer(options: options) { request in .text(request.bodyText) }
        let client = try RawClient(port: server.port)
        try client.send("PUT /small HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok")
        #expect(try client.receive(through: "\r\n\r\nok").hasPrefix("HTTP/1.1 200 OK\r\n"))
        try client.send("PUT /big HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.receiveAll() == "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n")
        #expect(server.requests.map(\.path) == ["/small", "/big"])
    }

    /// A client with a large body would block forever if the server neither read the body nor closed the connection.
    @Test func sendsEarlyResponseWhileTheClientIsSending() throws {
        var options = LoopbackServer.Options()
        options.earlyResponse = { _ in .status(.contentTooLarge) }
        let server = try LoopbackServer(options: options) { _ in .status(200) }
        let client = try RawClient(port: server.port)
        try client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\n")
        try client.send([UInt8](repeating: 0, count: 3_000_000))
        #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    }

    /// The beginning of a valid request.
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n"
    private static let chunked = get + "Transfer-Encoding: chunked\r\n\r\n"

    private static let invalidRequests: [(String, [String])] = [
        ("not an HTTP request", ["\u{16}\u{3}\u{1}\u{2}", " GET / HTTP/1.1\r\n\r\n"]),
        ("the request line does not have exactly three parts", ["hello\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n"]),
        ("the method is not a token", ["G(T / HTTP/1.1\r\n\r\n"]),
        (
            "the request target is empty or contains a character that must be percent-encoded",
            ["GET /ä HTTP/1.1\r\n\r\n", "GET /a|b HTTP/1.1\r\n\r\n"]
        ),
        ("the request line does not end with an HTTP version", ["GET / FTP/1.1\r\n\r\n"]),
        ("a line ends without a carriage return", ["GET / HTTP/1.1\nHost: h\n\n"]),
        ("a line ends without a line feed", ["\rGET / HTTP/1.1\r\n\r\n"]),
        (
            "expected exactly one Host header field",
            ["GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"]
        ),
        ("a field line has no colon", ["GET / HTTP/1.1\r\nHost\r\n\r\n"]),
        (
            "a field name is not a token, is folded, or is followed by a space",
            ["GET / HTTP/1.1\r\nHost : a\r\n\r\n", get + "A: b\r\n c: d\r\n\r\n"]
        ),
        ("the value of A contains a control character", [get + "A: b\u{0}c\r\n\r\n"]),
        (
            "the Content-Length is not a single number",
            [get + "Content-Length: +5\r\n\r\n", get + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n"]
        ),
        (
            "both Content-Length and Transfer-Encoding are present",
            [get + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"]
        ),
        ("a chunk size is not a hexadecimal number", [chunked + "x\r\n", chunked + "3 x\r\nabc\r\n"]),
        ("a chunk is longer than its declared size", [chunked + "1\r\nabc\r\n"]),
    ]

    @Test(arguments: invalidRequests.flatMap { reason, requests in requests.map { (request: $0, reason: reason) } })
    func rejectsInvalidRequestsAndCloses(request: String, reason: String) throws {
        let server = try LoopbackServer { _ in .status(204) }
        let response = try RawClient.exchange(request, port: server.port)
        #expect(
            response == "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
                + "Content-Length: \(reason.utf8.count)\r\nConnection: close\r\n\r\n\(reason)")
        #expect(server.requests.isEmpty)
        #expect(try server.waitForEnd().end == .byServer)
    }

    @Test func rejectsUnsupportedVersionsAndCodings() throws {
        let server = try LoopbackServer { _ in .status(204) }
        let version = try RawClient.exchange("GET / HTTP/2.0\r\n\r\n", port: server.port)
        #expect(version.hasPrefix("HTTP/1.1 505 HTTP Version Not Supported\r\n"))
        let coding = try RawClient.exchange(
            "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", port: server.port)
        #expect(coding.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"))
    }

    @Test func rejectsOversizedRequests() throws {
        var options = LoopbackServer.Options()
        options.maximumHeadSize = 100
        options.maximumBodySize = 10
        let server = try LoopbackServer(options: options) { _ in .status(204) }
        let long = String(repeating: "a", count: 100)
        let put = "PUT / HTTP/1.1\r\nHost: h\r\n"
        for (request, status) in [
            ("GET /\(long)", "431 Request Header Fields Too Large"),
            ("GET / HTTP/1.1\r\nHost: \(long)\r\n\r\n", "431 Request Header Fields Too Large"),
            (put + "Content-Length: 11\r\n\r\n", "413 Content Too Large"),
            (put + "Transfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n3\r\n123\r\n", "413 Content Too Large"),
        ] {
            let response = try RawClient.exchange(request, port: server.port)
            #expect(response.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(request)")
        }
    }

    @Test func doesNotRecordIncompleteRequests() throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = try RawClient(port: server.port)
        try client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\nabc")
        client.end()
        #expect(try server.waitForEnd().end == .byClient)
        #expect(server.requests.isEmpty)
    }
}
