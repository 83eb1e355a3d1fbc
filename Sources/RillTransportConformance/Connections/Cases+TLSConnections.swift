internal import RillHTTPTesting

extension TransportConformance {
    /// Exchanges over TLS connections, and TLS failures during an exchange.
    static let tlsConnectionCases: [Case] = [
        Case(.tls, "cancelsDuringTheHandshake", over: .tls) { context in
            let site = try context.site(server: { $0.tls?.fault = .stallsInHandshake }) { _ in .text("ok") }
            let other = Site(server: try context.site { _ in .text("ok") }.server, transport: site.transport)
            let exchange = site.start()
            try site.server.record.wait(for: "a connection") { !$0.connections.isEmpty }
            try expectClose(afterDisposing: exchange, site.server)
            try expectSilence(exchange)
            try other.expectText()
        },
        Case(.tls, "timesOutASlowHandshake", over: .tls) { context in
            let site = try context.site(
                server: { $0.tls?.fault = .stallsInHandshake }, options: { $0.connectTimeout = .milliseconds(200) }
            ) { _ in .text("ok") }
            try site.failure(with: [.timeout], .connecting)
            try expectClose(site.server)
        },
        Case(.tls, "reportsAnAbortedHandshake", over: .tls) { context in
            let site = try context.site(server: { $0.tls?.fault = .closesInHandshake }) { _ in .text("ok") }
            for method in [HTTPRequest.Method.get, .post] { try site.failure(method, with: [.tls], .handshake) }
        },
        Case(.tls, "reportsATruncatedBody", over: .tls) { context in
            for fault in [nil, LoopbackServer.TLS.Fault.closesWithoutNotice] {
                for framing in [LoopbackServer.Framing.length(9), .chunked] {
                    let site = try context.site(server: { $0.tls?.fault = fault }) { _ in
                        .steps([.head(framing), .bytes("hello"), .close])
                    }
                    try expect(site.failure(with: [.closedEarly]).response.text, is: "hello", "the partial body")
                }
            }
        },
        Case(.tls, "endsABodyAtConnectionClose", over: .tls) { context in
            try context.site { _ in .steps([.head(.untilClose), .bytes("hello"), .close]) }.expectText("hello")
        },
        Case(.tls, "acceptsOrReportsACloseWithoutNotification", over: .tls) { context in
            // Such a body may be truncated. Some TLS libraries report an error. Others accept the body as complete,
            // like browsers.
            let site = try context.site(server: { $0.tls?.fault = .closesWithoutNotice }) { _ in
                .steps([.head(.untilClose), .bytes("hello"), .close])
            }
            let (error, response) = try site.start().end()
            if let error { try expect(error, isOneOf: [.closedEarly]) }
            try expect(response.text, is: "hello", "the partial body")
        },
    ]
}
