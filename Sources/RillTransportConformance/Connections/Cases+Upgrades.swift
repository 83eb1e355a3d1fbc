internal import RillHTTPTesting

extension TransportConformance {
    /// Requests for another protocol, after which the connection transfers bytes in both directions.
    static let upgradeCases: [Case] = [
        Case(.upgrades, "transfersBytesInBothDirections") { try expectEcho($0) },
        Case(.upgrades, "transfersBytesInBothDirectionsOverTLS", over: .tls) { try expectEcho($0) },
        Case(.upgrades, "opensATunnelThroughAProxy") { context in
            let proxy = try context.serveProxy()
            let authority = try expectEcho(context) { $0.proxy = .url(proxy.server.baseURL) }
            try expect(proxy.server.requests.map(\.target), is: [authority], "the targets")
        },
        Case(.upgrades, "transfersLargeBodies") { context in
            let count = 20_000_000
            let site = try context.site { _ in switching { $0.prefix(count) } }
            let bytes = LoopbackServer.patternBody(count)
            let chunks = stride(from: 0, to: count, by: 100_000).map { Array(bytes[$0..<$0 + 100_000]) }
            let exchange = site.start(.get, "/", fields, body: .stream(.from(chunks)))
            try expectPattern(of: count, in: exchange.response())
        },
        Case(.upgrades, "deliversAnotherStatus", serving: .text("no", status: 403)) { site in
            let source = ManualBody()
            try expect(site.response(.get, "/", fields, body: source.body()), hasStatus: 403, text: "no")
            try source.waitForDisposal()
        },
        Case(.upgrades, "closesTheConnectionOfACancelledExchange", serving: switching { $0 }) { site in
            let source = ManualBody()
            let exchange = site.start(.get, "/", fields, body: source.body())
            try exchange.waitForHead()
            exchange.dispose()
            try source.waitForDisposal()
            try site.server.waitForEnd(ofConnection: 1, timeout: CaseContext.limit)
        },
        Case(.upgrades, "hasNoTimeLimit") { context in
            let source = ManualBody()
            let (clock, site) = try context.timedSite(options: {
                $0.responseTimeout = .seconds(1)
                $0.idleTimeout = .seconds(1)
            }) { _ in switching { $0.prefix(5) } }
            let exchange = site.start(.get, "/", fields, body: source.body())
            try exchange.waitForHead()
            clock.advance(by: .seconds(3_600))
            try source.observer().onNext(Array("hello".utf8))
            try exchange.expectText("hello")
        },
        Case(.upgrades, "makesTheServerWaitForAPausedSubscriber") { context in
            let count = 64_000_000
            let sent = Monitor(0)
            let site = try context.site { request in
                guard request.path == "/" else { return .pattern(byteCount: count / 4) }
                return switching { _ in
                    let chunk = [UInt8](repeating: 1, count: 1_000_000)
                    return Observable.from(0..<count / chunk.count).map { _ in
                        sent.update { $0 += chunk.count }
                        return chunk
                    }
                }
            }
            let exchange = site.observe("/", fields, onHead: { $0.pause() })
            try exchange.waitForHead()
            // Without back-pressure, the server would send all bytes during these exchanges, which have as many bytes. The
            // buffers of the system contain much less.
            for _ in 0..<4 { try expectPattern(of: count / 4, in: site.response(.get, "/other")) }
            let sentCount = sent.read { $0 }
            try expect(sentCount < count, "back-pressure on the server, but it sent \(sentCount) bytes")
            exchange.resume()
            try expect(exchange.response().byteCount, is: count, "the number of bytes")
        },
    ]

    /// The fields of a request for a protocol that does not exist.
    private static let fields: HTTPFields = [.upgrade: "echo", .connection: "Upgrade"]

    /// Returns a response that switches to a protocol.
    private static func switching(
        _ respond: @escaping @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>
    ) -> LoopbackServer.Response {
        .steps([.head(.unframed), .duplex(respond)], status: 101, fields: fields)
    }

    /// Sends bytes to a server that sends them back, and returns the server's host and port.
    @discardableResult
    private static func expectEcho(
        _ context: CaseContext, options change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> String {
        let source = ManualBody()
        let site = try context.site(options: change) { _ in switching { $0.prefix(10) } }
        let exchange = site.start(.get, "/", fields, body: source.body())
        try exchange.waitForHead()
        try expect(exchange.current.status, is: 101, "the status code")
        for (text, count) in [("hello", 5), ("world", 10)] {
            try source.observer().onNext(Array(text.utf8))
            try exchange.waitForBytes(count)
        }
        // The server has closed the connection.
        try expect(exchange.response().text, is: "helloworld", "the bytes that were sent back")
        let request = site.server.requests[0]
        try expect(request.fields[.upgrade], is: "echo", "the Upgrade field")
        try expect(request.fields[.connection], is: "Upgrade", "the Connection field")
        try expect(request.fields[.transferEncoding], is: nil, "the Transfer-Encoding field")
        return site.server.authority
    }
}

extension Observable<[UInt8]> {
    /// Completes after a number of bytes.
    fileprivate func prefix(_ count: Int) -> Observable {
        scan((sent: 0, chunk: [UInt8]())) { state, chunk in
            let part = Array(chunk.prefix(count - state.sent))
            return (state.sent + part.count, part)
        }
        .take(while: { $0.sent < count }, inclusive: true)
        .map(\.chunk)
    }
}
