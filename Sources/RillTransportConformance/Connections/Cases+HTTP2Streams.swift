internal import RillHTTPTesting

extension TransportConformance {
    /// Concurrent exchanges on one HTTP/2 connection.
    static let streamCases: [Case] = [
        Case(.http2, "sharesOneConnection", over: .http2) { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site { request in
                .steps([.wait(for: gate), .head(), .bytes(request.path), .finish()])
            }
            let exchanges = (0..<50).map { site.start(.get, "/\($0)") }
            try site.server.waitForRequests(50, timeout: CaseContext.limit)
            gate.open()
            try expectOneConnection(exchanges.map { try $0.response() })
        },
        Case(.http2, "reusesAConnection", over: .http2) { context in
            let site = try context.site { request in .text(request.path) }
            try expectOneConnection((0..<200).map { try site.response(.get, "/\($0)") })
        },
        Case(.http2, "cancelsASingleStream", over: .http2) { context in
            let gate = LoopbackServer.Gate()
            let site = try context.site { request in
                .steps(
                    [.head(), .bytes(request.path)] + (request.path == "/" ? [] : [.wait(for: gate), .bytes(".")])
                        + [.finish()])
            }
            let exchanges = (0..<6).map { site.start(.get, "/\($0)") }
            for exchange in exchanges { try exchange.waitForBytes(1) }
            for exchange in exchanges[..<3] { exchange.dispose() }
            // A client may delay the cancellation until it sends its next frame on the connection.
            let next = try site.response()
            // The proxy closes its upstream connections for the canceled streams.
            for request in site.server.requests where ["/0", "/1", "/2"].contains(request.path) {
                try expectClose(of: request.connection, site.server)
            }
            gate.open()
            for (number, exchange) in exchanges.enumerated() where number >= 3 {
                let response = try exchange.response()
                try expect(response.text, is: "/\(number).", "the body")
                try expect(response.connection, is: next.connection, "the connection of another exchange")
            }
            for exchange in exchanges { try exchange.current.check() }
        },
        Case(.http2, "timesOutASingleStream", over: .http2) { context in
            let (clock, site) = try context.timedSite(limiting: \.responseTimeout, by: ok(except: "/stall", .stall))
            let stalled = site.start(.get, "/stall")
            try site.server.waitForRequests(1, timeout: CaseContext.limit)
            let before = try site.response()
            try clock.expectTimeout(.firstByte, of: stalled)
            try expect(site.response().connection, is: before.connection, "the connection of another exchange")
        },
        Case(.http2, "reportsATruncatedStream", over: .http2) { context in
            let site = try context.site { request in
                switch request.path {
                case "/length": .truncated(LoopbackServer.patternBody(1_000), declaredLength: 2_000)
                case "/chunked": .steps([.head(), .pattern(byteCount: 1_000), .close])
                default: .text("ok")
                }
            }
            for path in ["/length", "/chunked"] {
                try expectPattern(of: 1_000, in: site.failure(.get, path, with: [.closedEarly]).response)
                try site.expectText()
            }
        },
        Case(.http2, "reportsAStoppedServer", over: .http2) { context in
            let site = try context.site { _ in .steps([.head(), .bytes("hello"), .stall]) }
            let exchanges = (0..<3).map { _ in site.start() }
            for exchange in exchanges { try exchange.waitForBytes(5) }
            site.peer?.stop()
            for exchange in exchanges { try exchange.failure(with: [.closedEarly]) }
            try site.failure(with: [.couldNotConnect], .refused)
        },
        Case(.http2, "doesNotTrustAnUnknownAuthority", over: .http2) { context in
            try context.expectRefusal(.untrustedCertificate) { $0.certificateAuthorityFile = nil }
        },
    ]

    /// Expects that the bodies are the paths `/0`, `/1`, … and that the responses have the same connection.
    private static func expectOneConnection(_ responses: [RecordedEvents]) throws {
        for (number, response) in responses.enumerated() { try expect(response.text, is: "/\(number)", "the body") }
        try expect(Set(responses.map(\.connection)).count, is: 1, "the number of connections to the server")
    }
}

extension RecordedEvents {
    /// The number of the client's connection to the HTTP/2 proxy.
    fileprivate var connection: String? { fields[HTTPField.Name(literal: "X-Connection")] }
}
