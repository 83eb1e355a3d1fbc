internal import RillHTTP

extension TransportConformance {
    /// Proxies that cannot be reached, refuse to connect, or close connections.
    static let proxyFailureCases: [Case] = [
        Case(.proxy, "reportsAnUnreachableProxy") { context in
            for scheme in ["http", "https", "socks5", "socks5h"] {
                let url = try "\(scheme)://alice:s3cr3t@\(ClosedPort.authority)"
                let transport = try context.transport { $0.proxy = .url(url) }
                let requests = try [ClosedPort.request(), remoteRequest()]
                for request in requests.prefix(scheme == "socks5" ? 1 : 2) {
                    let (error, _) = try transport.start(request).failure()
                    try expect(error, .couldNotConnect, .proxy, context)
                    try context.expect(!"\(error)".contains("s3cr3t"), "no password in \"\(error)\"")
                }
            }
            let unknown = try context.transport { $0.proxy = .url("http://nonexistent.invalid:3128") }
            try expect(unknown.start(remoteRequest("http")).failure().error, .couldNotResolve, .proxy, context)
        },
        Case(.proxy, "reportsStatus407OfCONNECT") { context in
            let proxy = try context.serveProxy(credentials: .init(user: "alice", password: "right"))
            for user in ["", "alice:s3cr3t@"] {
                let transport = try context.transport { $0.proxy = .url("http://\(user)\(proxy.server.authority)") }
                let (error, response) = try transport.start(remoteRequest()).failure()
                try expect(error, .couldNotConnect, .proxyAuthentication, context)
                try context.expect(response.status, is: 0, "the status code (0 means no response head)")
                try context.expect(!"\(error)".contains("s3cr3t"), "no password in \"\(error)\"")
            }
        },
        Case(.proxy, "reportsStatus401OfCONNECT") { context in
            let proxy = try context.serveProxy { _ in
                .status(.unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"proxy\""])
            }
            let transport = try context.transport { $0.proxy = .url("http://alice:wrong@\(proxy.server.authority)") }
            let (error, response) = try transport.start(remoteRequest()).failure()
            try expect(error, .couldNotConnect, .proxyAuthentication, context)
            try context.expect(response.status, is: 0, "the status code (0 means no response head)")
        },
        Case(.proxy, "reportsAProxyThatRefusesToConnect") { context in
            for status in [400, 403, 404, 500, 502] {
                let proxy = try context.serveProxy { _ in
                    .steps([.head(.length(4)), .bytes("body"), .close], status: .init(code: status))
                }
                let transport = try context.transport { $0.proxy = .url(proxy.server.baseURL) }
                let (error, response) = try transport.start(remoteRequest()).failure()
                try expect(error, .couldNotConnect, .proxy, context)
                try context.expect(error.text.contains("\(status)"), "the status code in \"\(error)\"")
                try context.expect(response.status, is: 0, "the status code (0 means no response head)")
            }
            for code in 1...8 {
                let proxy = try context.serveProxy(.socks5) { _ in LoopbackProxy.socksRefusal(UInt8(code)) }
                let transport = try context.transport { $0.proxy = .url("socks5h://\(proxy.server.authority)") }
                try expect(transport.start(remoteRequest()).failure().error, .couldNotConnect, .proxy, context)
            }
        },
        Case(.proxy, "reportsAProxyThatClosesTheConnection") { context in
            let head = "HTTP/1.1 200 Connection established\r\nVia: proxy\r\n"
            for count in [0, 1, 10, 37, 40, head.utf8.count] {
                for end in count == 0 ? [LoopbackServer.Step.close, .reset] : [.close] {
                    let proxy = try context.serveProxy { _ in .steps([.raw(Array(head.utf8.prefix(count))), end]) }
                    let transport = try context.transport { $0.proxy = .url(proxy.server.baseURL) }
                    try expect(transport.start(remoteRequest()).failure().error, .couldNotConnect, .proxy, context)
                }
            }
            for bytes in [[], [5], [5, 0, 0, 3, 200, 1], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)] {
                let proxy = try context.serveProxy(.socks5) { _ in .steps([.raw(bytes), .close]) }
                let transport = try context.transport { $0.proxy = .url("socks5h://\(proxy.server.authority)") }
                try expect(transport.start(remoteRequest()).failure().error, .couldNotConnect, .proxy, context)
            }
        },
        Case(.proxy, "reportsAServerThatClosesATunnel") { context in
            let proxy = try context.serveProxy { _ in
                .steps([.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), .close])
            }
            let transport = try context.transport { $0.proxy = .url(proxy.server.baseURL) }
            let (error, response) = try transport.start(remoteRequest()).failure()
            try expect(error, .tls, .handshake, context)
            try context.expect(response.status, is: 0, "the status code (0 means no response head)")
        },
        Case(.proxy, "rejectsInvalidProxies") { context in
            let server = try context.serve { _ in .text("ok") }
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
                let (error, _) = try context.transport { $0.proxy = .url(url) }.start(server.request()).failure()
                try context.expect(error, isOneOf: [.invalidOptions])
            }
            try context.expect(server.connections.count, is: 0, "the number of connections")
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
                let (error, _) = try transport.start(remoteRequest()).failure()
                try context.expect(error, isOneOf: [.tooLarge, .couldNotConnect])
                try context.expect(error.reason, is: .proxy, "the error reason")
                try proxy.server.waitForEnd()
            }
        },
        Case(.proxy, "enforcesTheHeadLimitsForAProxy") { context in
            let proxy = try context.serveProxy { _ in
                .steps([.raw("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n\r\n"), .stall])
            }
            let changes: [@Sendable (inout TransportOptions) -> Void] = [
                { $0.maximumFieldCount = 3 }, { $0.maximumHeadSize = 30 },
            ]
            for change in changes {
                let transport = try context.transport {
                    $0.proxy = .url(proxy.server.baseURL)
                    change(&$0)
                }
                try expect(transport.start(remoteRequest()).failure().error, .tooLarge, .proxy, context)
            }
        },
        Case(.proxy, "rejectsMalformedHeadsOfAProxy") { context in
            for text in [
                "garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
            ] {
                let proxy = try context.serveProxy { _ in .steps([.raw(text), .close]) }
                let transport = try context.transport { $0.proxy = .url(proxy.server.baseURL) }
                try expect(transport.start(remoteRequest()).failure().error, .malformedResponse, .proxy, context)
            }
        },
        Case(.proxy, "timesOutWhileConnectingThroughAProxy") { context in
            let drip = Array(repeating: Array("X-Item: 1\r\n".utf8), count: 10_000).flatMap { $0 }
            for script in [
                [LoopbackServer.Step.stall],
                [.raw("HTTP/1.1 200 OK\r\n"), .raw(drip, chunkSize: 1, pause: .milliseconds(10)), .stall],
                [.raw("HTTP/1.1 200 OK\r\n\r\n"), .stall],
            ] {
                let proxy = try context.serveProxy { _ in .steps(script) }
                let transport = try context.transport {
                    $0.proxy = .url(proxy.server.baseURL)
                    $0.connectTimeout = .milliseconds(300)
                }
                try expect(transport.start(remoteRequest()).failure().error, .timeout, .connecting, context)
                try proxy.server.waitForEnd()
            }
            let proxy = try context.serveProxy(.socks5) { _ in .stall }
            let transport = try context.transport {
                $0.proxy = .url("socks5h://\(proxy.server.authority)")
                $0.connectTimeout = .milliseconds(300)
            }
            try expect(transport.start(remoteRequest()).failure().error, .timeout, .connecting, context)
        },
        Case(.proxy, "cancelsWhileConnectingThroughAProxy") { context in
            let kinds: [(LoopbackProxy.Kind, String, start: [UInt8])] = [
                (.http, "http", Array("HTTP/1.1 200 OK\r\nA:".utf8)), (.socks5, "socks5h", [5, 0]),
            ]
            for (kind, scheme, start) in kinds {
                for script in [[LoopbackServer.Step.stall], [.raw(start), .stall]] {
                    let proxy = try context.serveProxy(kind) { _ in .steps(script) }
                    let transport = try context.transport { $0.proxy = .url("\(scheme)://\(proxy.server.authority)") }
                    let exchange = transport.start(remoteRequest())
                    try proxy.server.waitForRequests()
                    exchange.dispose()
                    try context.expect(proxy.server.waitForEnd().end, is: .byClient, "the end of the connection")
                    try exchange.current.check()
                }
            }
        },
    ]
}
