import RillHTTP
import RillHTTPTesting
import RillMiddleware
import Testing

@Suite struct LoopbackServerTests {
    @Test func sendsStatusFieldsAndBody() throws {
        let server = try LoopbackServer { _ in
            .init(status: .created, fields: [.contentType: "text/plain", .eTag: "\"1\""], body: Array("made".utf8))
        }
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get)
        let expected =
            "HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\nETag: \"1\"\r\nContent-Length: 4\r\n\r\nmade"
        #expect(try client.receive(expected.utf8.count) == expected)
        #expect(try server.waitForBodyBytes(4) == 4)
    }

    @Test func passesTheRequestToTheHandler() throws {
        let server = try LoopbackServer { _ in .status(.noContent) }
        _ = try RawClient.exchange(
            "POST /a%20b/c?q=r%C3%A9sum%C3%A9+x&empty=&bare&q=%zz HTTP/1.1\r\nHost: h\r\nX-A:1\r\nx-a:  2 \t\r\n"
                + "Content-Length: 5\r\nConnection: close\r\n\r\nhello", port: server.port)
        let request = try #require(server.requests.first)
        #expect(request.method == .post)
        #expect(request.connection == 1)
        #expect(request.target == "/a%20b/c?q=r%C3%A9sum%C3%A9+x&empty=&bare&q=%zz")
        #expect(request.path == "/a%20b/c")
        #expect(request.bodyText == "hello")
        let items = request.queryItems.map { "\($0.name)=\($0.value)" }
        #expect(items == ["q=résumé x", "empty=", "bare=", "q=%zz"])
        #expect(request.queryItem("q") == "résumé x")
        #expect(request.queryItem("none") == nil)
        #expect(request.fields[values: HTTPField.Name(literal: "x-A")] == ["1", "2"])
    }

    @Test(arguments: [
        ("http://example.com/a?b=c", "/a", "c"), ("http://example.com?b=c", "", "c"), ("*", "*", nil), ("/", "/", nil),
        ("/x?b=http://y/?", "/x", "http://y/?"),
    ])
    func splitsAllFormsOfTargets(target: String, path: String, value: String?) throws {
        let server = try LoopbackServer { _ in .status(204) }
        _ = try RawClient.exchange(
            "OPTIONS \(target) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", port: server.port)
        let request = try #require(server.requests.first)
        #expect(request.path == path)
        #expect(request.queryItem("b") == value)
    }

    @Test func keepsTheConnectionAlive() throws {
        let server = try LoopbackServer { request in .text(request.target) }
        let client = try RawClient(port: server.port)
        for number in 1...3 {
            try client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try client.receive(through: "\r\n\r\n")
            #expect(try client.receive(2) == "/\(number)")
        }
        #expect(server.connections.map(\.requestCount) == [3])
        #expect(server.requests.map(\.connection) == [1, 1, 1])
    }

    @Test func servesPipelinedRequestsInOrder() throws {
        let server = try LoopbackServer { request in .data(Array(request.target.utf8) + request.body) }
        let responses = try RawClient.exchange(
            "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc\r\n"
                + "GET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", port: server.port)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
        #expect(
            responses == head + "Content-Length: 2\r\n\r\n/1" + head + "Content-Length: 5\r\n\r\n/2abc" + head
                + "Content-Length: 2\r\nConnection: close\r\n\r\n/3")
    }

    @Test func sendsNoBodyForHEAD() throws {
        let server = try LoopbackServer { request in
            request.path == "/steps" ? .steps([.bytes("hello"), .pattern(byteCount: 10), .finish()]) : .text("hello")
        }
        let client = try RawClient(port: server.port)
        try client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive(through: "\r\n\r\n").hasSuffix("\r\nContent-Length: 5\r\n\r\n"))
        try client.send("HEAD /steps HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive(through: "\r\n\r\n") == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        try client.send("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(try client.receiveAll().hasSuffix("\r\n\r\n"))
        #expect(server.bodyBytesWritten == 0)
    }

    @Test(arguments: [204, 304]) func sendsNeitherBodyNorLengthForBodilessStatus(code: Int) throws {
        let server = try LoopbackServer { _ in .data([1, 2, 3], type: "x/y", status: .init(code: code)) }
        let response = try RawClient.exchange(RawClient.getAndClose, port: server.port)
        #expect(response == "HTTP/1.1 \(code) \r\nContent-Type: x/y\r\nConnection: close\r\n\r\n")
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    ])
    func closesAfterTheResponseWhenTheClientRequestsIt(request: String) throws {
        let server = try LoopbackServer { _ in .json("{}") }
        let response = try RawClient.exchange(request, port: server.port)
        #expect(
            response == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                + "Connection: close\r\n\r\n{}")
        #expect(try server.waitForEnd().end == .byServer)
    }

    @Test func closesAfterTheResponseWhenTheResponseRequestsIt() throws {
        let server = try LoopbackServer { _ in .text("a").adding(.connection, "close") }
        #expect(try RawClient.exchange(RawClient.get, port: server.port).hasSuffix("\r\n\r\na"))
    }

    @Test func respondsWith500WhenTheHandlerThrows() throws {
        struct Fault: Error {}
        let server = try LoopbackServer { _ in throw Fault() }
        let response = try RawClient.exchange(RawClient.getAndClose, port: server.port)
        #expect(response.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(response.hasSuffix("The handler threw an error: Fault()"))
    }

    @Test func sendsRepeatedFieldsSeparately() throws {
        let server = try LoopbackServer { _ in .status(200).adding(.setCookie, "a=1").adding(.setCookie, "b=2") }
        let response = try RawClient.exchange(RawClient.getAndClose, port: server.port)
        #expect(response.contains("\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"))
    }

    @Test func exposesPortAuthorityAndBaseURL() throws {
        let server = try LoopbackServer { _ in .status(204) }
        #expect(server.port > 0)
        #expect(server.authority == "127.0.0.1:\(server.port)")
        #expect(server.baseURL == "http://127.0.0.1:\(server.port)")
    }

    @Test func failsWhenThePortIsInUse() throws {
        let server = try LoopbackServer { _ in .status(204) }
        var options = LoopbackServer.Options()
        options.port = server.port
        let error = #expect(throws: LoopbackServer.SocketError.self) {
            _ = try LoopbackServer(options: options) { _ in .status(204) }
        }
        #expect(error?.call == "bind" || error?.call == "listen")
    }
}
