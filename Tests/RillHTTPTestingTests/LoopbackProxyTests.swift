import RillHTTP
import RillTestSupport
import Testing

@testable import RillHTTPTesting
@testable import RillTransportConformance

/// The proxy of the kit, used by a client that sends raw bytes.
@Suite struct LoopbackProxyTests {
    private let credentials = LoopbackProxy.Credentials(user: "alice", password: "s3cret")

    // MARK: HTTP

    @Test func forwardsRequestsWithoutFieldsForTheProxy() throws {
        let server = try LoopbackServer { .text("\($0.method) \($0.target) \($0.bodyText)") }
        let proxy = try LoopbackProxy()
        let response = try RawClient.exchange(
            "POST http://service.example:\(server.port)/a?b=1 HTTP/1.1\r\nHost: service.example\r\nX-A: 1\r\n"
                + "Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic YTpi\r\nConnection: x-hop\r\nX-Hop: 1\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", port: proxy.server.port)
        #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n") && response.hasSuffix("POST /a?b=1 hello"))
        let fields = try #require(server.requests.first).fields
        #expect(fields.map(\.name.rawName) == ["Host", "X-A", "Content-Length", "Connection"])
        #expect(fields[.connection] == "close" && fields[.contentLength] == "5")
        #expect(proxy.server.requests.map(\.target) == ["http://service.example:\(server.port)/a?b=1"])
    }

    @Test func forwardsURLWithoutPath() throws {
        let server = try LoopbackServer { .text($0.target) }
        let proxy = try LoopbackProxy()
        for (target, expected) in [("", "/"), ("?a=1", "/?a=1")] {
            let response = try RawClient.exchange(
                "GET http://[::1]:\(server.port)\(target) HTTP/1.1\r\nHost: h\r\n\r\n", port: proxy.server.port)
            #expect(response.hasSuffix("\r\n\r\n\(expected)"))
        }
    }

    @Test func opensTunnels() throws {
        let server = try LoopbackServer { request in
            .data(Array(request.body.reversed()), type: "a/b")
        }
        let proxy = try LoopbackProxy()
        let client = try RawClient(port: proxy.server.port)
        try client.send("CONNECT service.example:\(server.port) HTTP/1.1\r\nHost: service.example\r\n\r\n")
        #expect(try client.receive(through: "\r\n\r\n") == "HTTP/1.1 200 Connection established\r\n\r\n")
        for size in [0, 1, 1_000_000] {
            try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n")
            try client.send([UInt8](repeating: 7, count: size))
            _ = try client.receive(through: "\r\n\r\n")
            #expect(try client.receive(size).utf8.count == size)
        }
        #expect(proxy.server.requests.map(\.description) == ["CONNECT service.example:\(server.port)"])
        client.end()
        #expect(try server.waitForEnd().end == .byClient)
        #expect(try proxy.server.waitForEnd().end == .byClient)
    }

    @Test func closesTunnelWhenServerCloses() throws {
        let server = try LoopbackServer { _ in .steps([.head(.length(10)), .bytes("hello"), .close]) }
        let proxy = try LoopbackProxy()
        let client = try RawClient(port: proxy.server.port)
        try client.send("CONNECT h:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n" + RawClient.get)
        #expect(try client.receiveAll().hasSuffix("\r\n\r\nhello"))
        #expect(try proxy.server.waitForEnd().end == .byServer)
    }

    @Test func requiresCredentials() throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let proxy = try LoopbackProxy(credentials: credentials)
        for (field, status) in [
            ("", 407), ("Proxy-Authorization: Basic YWxpY2U6d3Jvbmc=\r\n", 407),
            ("Proxy-Authorization: Basic YWxpY2U6czNjcmV0\r\n", 200),
        ] {
            let response = try RawClient.exchange(
                "GET http://h:\(server.port)/ HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(field)\r\n",
                port: proxy.server.port)
            #expect(response.hasPrefix("HTTP/1.1 \(status) "))
        }
        #expect(server.requests.count == 1 && proxy.server.requests.count == 3)
    }

    @Test func respondsWith502IfServerRefuses() throws {
        let proxy = try LoopbackProxy()
        let closed = try ClosedPort.authority
        for request in [
            "CONNECT \(closed) HTTP/1.1", "GET http://\(closed)/ HTTP/1.1",
            "GET http://h:port/ HTTP/1.1",
        ] {
            let response = try RawClient.exchange(
                "\(request)\r\nHost: h\r\nConnection: close\r\n\r\n", port: proxy.server.port)
            #expect(response.hasPrefix("HTTP/1.1 502 "))
        }
    }

    @Test func overrideReplacesConnection() throws {
        let proxy = try LoopbackProxy { request in
            request.target.hasPrefix("blocked.example") ? .status(.forbidden) : nil
        }
        let response = try RawClient.exchange(
            "CONNECT blocked.example:443 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", port: proxy.server.port)
        #expect(response.hasPrefix("HTTP/1.1 403 "))
    }

    @Test func stopClosesTunnels() throws {
        let server = try LoopbackServer { _ in .stall }
        let proxy = try LoopbackProxy()
        let client = try RawClient(port: proxy.server.port)
        try client.send("CONNECT h:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n" + RawClient.get)
        try server.waitForRequests()
        proxy.stop()
        #expect(try server.waitForEnd().end == .byClient)
        #expect(try client.receiveAll() == "HTTP/1.1 200 Connection established\r\n\r\n")
    }

    @Test(.enabled(if: FullListener.skipReason == nil)) func stopEndsConnectionAttempts() throws {
        let server = try FullListener()
        let (first, second) = (try LoopbackProxy(), try LoopbackProxy())
        let clients = try [first, second].map { proxy in
            let client = try RawClient(port: proxy.server.port)
            try client.send("CONNECT \(server.authority) HTTP/1.1\r\nHost: h\r\n\r\n")
            try proxy.server.waitForRequests()
            return client
        }
        second.stop()
        // The system has not ended the older attempt yet.
        #expect(first.server.connections.map(\.end) == [nil])
        withExtendedLifetime((server, clients)) {}
    }

    @Test(arguments: [1, 100_000, 1_000_000])
    func relaysBytesBeforeTheEndOfTheClient(count: Int) throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let proxy = try LoopbackProxy()
        for _ in 0..<10 {
            let client = try RawClient(port: proxy.server.port)
            try client.send("CONNECT h:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try client.receive(through: "\r\n\r\n")
            try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(count)\r\n\r\n")
            try client.send([UInt8](repeating: 7, count: count))
            client.end()
        }
        try server.waitForRequests(10)
        #expect(server.requests.allSatisfy { $0.body.count == count })
    }

    @Test func relaysReplyOfAServerThatDoesNotRead() throws {
        var options = LoopbackServer.Options()
        options.earlyResponse = { _ in .steps([.raw("HTTP/1.1 413 Content Too Large\r\n\r\n"), .reset]) }
        let server = try LoopbackServer(options: options) { _ in .text("") }
        let proxy = try LoopbackProxy()
        for _ in 0..<20 {
            let client = try RawClient(port: proxy.server.port)
            try client.send("CONNECT h:\(server.port) HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try client.receive(through: "\r\n\r\n")
            try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 300000\r\n\r\n")
            try client.send([UInt8](repeating: 7, count: 300_000))
            #expect(try client.receiveAll() == "HTTP/1.1 413 Content Too Large\r\n\r\n")
        }
    }

    // MARK: SOCKS5

    /// Sends bytes and returns the next bytes of the proxy.
    private func receive(_ count: Int, after bytes: [UInt8], _ client: RawClient) throws -> [UInt8] {
        try client.send(bytes)
        var received: [UInt8] = []
        while received.count < count { received += try client.receiveSome(upTo: count - received.count) }
        return received
    }

    private static let destinations: [(address: [UInt8], host: String)] = [
        ([1, 127, 0, 0, 1], "127.0.0.1"), ([3, 9] + "h.example".utf8, "h.example"),
        ([4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "[0:0:0:0:0:0:0:1]"),
    ]

    @Test(arguments: destinations)
    func socksConnectsToAddress(address: [UInt8], host: String) throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let proxy = try LoopbackProxy(.socks5)
        let client = try RawClient(port: proxy.server.port)
        #expect(try receive(2, after: [5, 2, 0, 2], client) == [5, 0])
        let port = [UInt8(server.port >> 8), UInt8(server.port & 0xFF)]
        #expect(try receive(10, after: [5, 1, 0] + address + port, client) == [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        try client.send(RawClient.getAndClose)
        #expect(try client.receiveAll().hasSuffix("\r\n\r\nok"))
        #expect(proxy.server.requests.map(\.target) == ["\(host):\(server.port)"])
    }

    @Test func socksRequiresCredentials() throws {
        let proxy = try LoopbackProxy(.socks5, credentials: credentials) { _ in LoopbackProxy.socksRefusal(2) }
        let withoutMethod = try RawClient(port: proxy.server.port)
        #expect(try receive(2, after: [5, 1, 0], withoutMethod) == [5, 255])
        #expect(try withoutMethod.receiveAll() == "")
        for (password, status) in [("wrong!", 1), ("s3cret", 0)] {
            let client = try RawClient(port: proxy.server.port)
            #expect(try receive(2, after: [5, 2, 0, 2], client) == [5, 2])
            let sent: [UInt8] = [1, 5] + Array("alice".utf8) + [6] + Array(password.utf8)
            #expect(try receive(2, after: sent, client) == [1, UInt8(status)])
            guard status == 0 else { continue }
            let request: [UInt8] = [5, 1, 0, 1, 127, 0, 0, 1, 0, 1]
            #expect(try receive(10, after: request, client) == [5, 2, 0, 1, 0, 0, 0, 0, 0, 0])
        }
        #expect(proxy.server.requests.map { $0.fields[.proxyAuthorization] } == ["Basic YWxpY2U6czNjcmV0"])
    }

    @Test func socksRefusesUnsupportedRequests() throws {
        let closed = try #require(UInt16(ClosedPort.authority.dropFirst("127.0.0.1:".count)))
        let port = [UInt8(closed >> 8), UInt8(closed & 0xFF)]
        let proxy = try LoopbackProxy(.socks5)
        for (request, code) in [
            ([5, 2, 0, 1, 127, 0, 0, 1] + port, 7), ([5, 1, 0, 9, 127, 0, 0, 1] + port, 8),
            ([5, 1, 0, 1, 127, 0, 0, 1] + port, 5),
        ] as [([UInt8], UInt8)] {
            let client = try RawClient(port: proxy.server.port)
            #expect(try receive(2, after: [5, 1, 0], client) == [5, 0])
            #expect(try receive(10, after: request, client).prefix(2) == [5, code])
        }
    }

    @Test func socksRejectsOtherProtocols() throws {
        let proxy = try LoopbackProxy(.socks5)
        #expect(try RawClient.exchange(RawClient.get, port: proxy.server.port) == "")
        #expect(proxy.server.requests.isEmpty)
    }
}
