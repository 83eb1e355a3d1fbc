internal import RillHTTPTesting

extension TransportConformance {
    /// Proxies that cannot be reached, refuse to connect, or close connections.
    static let proxyFailureCases: [Case] = [
        Case(.proxy, "reportsAnUnreachableProxy") { context in
            for scheme in ["http", "https", "socks5", "socks5h"] {
                let url = try "\(scheme)://alice:s3cr3t@\(ClosedPort.authority)"
                for request in try [ClosedPort.request(), .remote()].prefix(scheme == "socks5" ? 1 : 2) {
                    try context.expectProxyFailure(url, for: request, .couldNotConnect, .proxy)
                }
            }
            try context.expectProxyFailure(
                "http://nonexistent.invalid:3128", for: .remote("http"), .couldNotResolve, .proxy)
        },
        Case(.proxy, "reportsStatus407OfCONNECT") { context in
            let proxy = try context.serveProxy(credentials: .init(user: "alice", password: "right"))
            for user in ["", "alice:s3cr3t@"] {
                try context.expectProxyFailure(
                    "http://\(user)\(proxy.server.authority)", .couldNotConnect, .proxyAuthentication)
            }
        },
        Case(.proxy, "reportsStatus401OfCONNECT") { context in
            let proxy = try context.serveProxy { _ in
                .status(.unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"proxy\""])
            }
            try context.expectProxyFailure(
                "http://alice:s3cr3t@\(proxy.server.authority)", .couldNotConnect, .proxyAuthentication)
        },
        Case(.proxy, "reportsAProxyThatRefusesToConnect") { context in
            for status in [400, 403, 404, 500, 502] {
                let error = try context.expectProxyFailure(.couldNotConnect, .proxy) { _ in
                    .steps([.head(.length(4)), .bytes("body"), .close], status: .init(code: status))
                }
                try expect(error.text.contains("\(status)"), "the status code in \"\(error)\"")
            }
            for code in 1...8 {
                try context.expectProxyFailure(of: .socks5, .couldNotConnect, .proxy) { _ in
                    LoopbackProxy.socksRefusal(UInt8(code))
                }
            }
        },
        Case(.proxy, "reportsAProxyThatClosesTheConnection") { context in
            let head = Array("HTTP/1.1 200 Connection established\r\nVia: proxy\r\n".utf8)
            try context.expectProxyFailure(.couldNotConnect, .proxy) { _ in .reset }
            for count in [0, 1, 10, 37, 40, head.count] {
                try context.expectProxyFailure(.couldNotConnect, .proxy) { _ in
                    .steps([.raw(Array(head.prefix(count))), .close])
                }
            }
            for bytes in [[], [5], [5, 0, 0, 3, 200, 1], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)] {
                try context.expectProxyFailure(of: .socks5, .couldNotConnect, .proxy) { _ in
                    .steps([.raw(bytes), .close])
                }
            }
        },
        Case(.proxy, "reportsAServerThatClosesATunnel") { context in
            try context.expectProxyFailure(.tls, .handshake) { _ in
                .steps([.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), .close])
            }
        },
        Case(.proxy, "rejectsInvalidProxies") { context in
            let long = String(repeating: "a", count: 256)
            for url in [
                "", "127.0.0.1:1", "ftp://127.0.0.1:1", "socks4://127.0.0.1:1", "http://", "http://:80",
                "http://127.0.0.1:0", "http://127.0.0.1:65536", "http://127.0.0.1:port", "http://::1:80",
                "http://127.0.0.1:1/path", "http://127.0.0.1:1?query", "http://127.0.0.1:1#fragment",
                "http://a b:1", "http://alice:p@ss@127.0.0.1:1", "http://@alice:pass@127.0.0.1:1",
                "http://127.0.0.1:1\r\nX-Evil: 1", "http://127.0.0.1\0:1", "http://exämple.invalid:1",
                "http://u:p%00@127.0.0.1:1", "http://u%0D%0A:p@127.0.0.1:1", "http://u:p%@127.0.0.1:1",
                "http://u:p%FF@127.0.0.1:1", "socks5://\(long):p@127.0.0.1:1", "socks5h://u:\(long)@127.0.0.1:1",
            ] {
                try context.expectInvalidOptions { $0.proxy = .url(url) }
            }
        },
    ]

    /// Hostile and slow proxies.
    static let proxyLimitCases: [Case] = [
        Case(.proxy, "rejectsAnEndlessHeadOfAProxy") { context in
            let scripts: [[LoopbackServer.Step]] = [
                [.raw("HTTP/1.1 200 OK\r\n"), .repeating("X-Item: 1\r\n", count: .max)],
                [.raw("HTTP/1.1 200 OK\r\n"), .repeating("X", count: .max)],
                [.repeating("HTTP/1.1 103 Early Hints\r\n\r\n", count: .max)],
            ]
            for script in scripts {
                let proxy = try context.serveProxy { _ in .steps(script) }
                let transport = try context.transport {
                    $0.proxy = .url(proxy.server.baseURL)
                    $0.maximumHeadSize = 20_000
                }
                try transport.start(.remote()).failure(with: [.tooLarge, .couldNotConnect], .proxy)
                try proxy.server.waitForEnd()
            }
        },
        Case(.proxy, "enforcesTheHeadLimitsForAProxy") { context in
            let changes: [@Sendable (inout TransportOptions) -> Void] = [
                { $0.maximumFieldCount = 3 }, { $0.maximumHeadSize = 30 },
            ]
            for change in changes {
                try context.expectProxyFailure(.tooLarge, .proxy, options: change) { _ in
                    .steps([.raw("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n\r\n"), .stall])
                }
            }
        },
        Case(.proxy, "rejectsMalformedHeadsOfAProxy") { context in
            for text in [
                "garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
            ] {
                try context.expectProxyFailure(.malformedResponse, .proxy) { _ in .steps([.raw(text), .close]) }
            }
        },
        Case(.proxy, "timesOutWhileConnectingThroughAProxy") { context in
            let drip = Array(String(repeating: "X-Item: 1\r\n", count: 10_000).utf8)
            let scripts: [(LoopbackProxy.Kind, [LoopbackServer.Step])] = [
                (.http, [.stall]), (.socks5, [.stall]), (.http, [.raw("HTTP/1.1 200 OK\r\n\r\n"), .stall]),
                (.http, [.raw("HTTP/1.1 200 OK\r\n"), .raw(drip, chunkSize: 1, pause: .milliseconds(10)), .stall]),
            ]
            for (kind, script) in scripts {
                let proxy = try context.serveProxy(kind) { _ in .steps(script) }
                try context.expectProxyFailure(proxy.url(kind), .timeout, .connecting) {
                    $0.connectTimeout = .milliseconds(300)
                }
                try proxy.server.waitForEnd()
            }
        },
        Case(.proxy, "cancelsWhileConnectingThroughAProxy") { context in
            let kinds: [(LoopbackProxy.Kind, start: [UInt8])] = [
                (.http, Array("HTTP/1.1 200 OK\r\nA:".utf8)), (.socks5, [5, 0]),
            ]
            for (kind, start) in kinds {
                for script in [[LoopbackServer.Step.stall], [.raw(start), .stall]] {
                    let proxy = try context.serveProxy(kind) { _ in .steps(script) }
                    let exchange = try context.transport { $0.proxy = .url(proxy.url(kind)) }.start(.remote())
                    try proxy.server.waitForRequests()
                    try expectClose(afterDisposing: exchange, proxy.server)
                }
            }
        },
    ]
}

extension LoopbackProxy {
    /// The URL of the proxy for transports, which lets a SOCKS proxy resolve hosts.
    fileprivate func url(_ kind: Kind) -> String {
        kind == .http ? server.baseURL : "socks5h://\(server.authority)"
    }
}

extension CaseContext {
    /// Expects that a request fails without a response head because of a proxy, and that the error contains no password.
    @discardableResult
    func expectProxyFailure(
        _ url: String, for request: HTTPRequest = .remote(), _ code: TransportError.Code,
        _ reason: TransportError.Reason, options change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> TransportError {
        let transport = try transport {
            $0.proxy = .url(url)
            change(&$0)
        }
        let (error, response) = try transport.start(request).failure(with: [code], reason)
        try expect(response.status, is: 0, "the status code (0 means no response head)")
        try expect(!"\(error)".contains("s3cr3t"), "no password in \"\(error)\"")
        return error
    }

    /// Expects that a request fails without a response head because of the response of a proxy.
    @discardableResult
    fileprivate func expectProxyFailure(
        of kind: LoopbackProxy.Kind = .http, _ code: TransportError.Code, _ reason: TransportError.Reason,
        options change: (inout TransportOptions) -> Void = { _ in },
        by respond: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response
    ) throws -> TransportError {
        let proxy = try serveProxy(kind, override: respond)
        return try expectProxyFailure(proxy.url(kind), code, reason, options: change)
    }
}
