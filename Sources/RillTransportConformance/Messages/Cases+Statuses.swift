internal import RillHTTP

extension TransportConformance {
    /// Status lines, informational responses, and responses without a body.
    static let statusCases: [Case] = [
        Case(.heads, "keepsTheReasonPhrase", runsWithoutNetwork: true) { context in
            let response = try context.response { _ in .text("x", status: .init(code: 200, reasonPhrase: "Fine So Far"))
            }
            try context.expect(response.head.status.reasonPhrase, is: "Fine So Far", "the reason phrase")
        },
        Case(.heads, "acceptsAStatusLineWithoutAReasonPhrase") { context in
            let response = try context.response(fromRaw: "HTTP/1.1 404\r\nContent-Length: 1\r\n\r\nx")
            try context.expect(response.status, is: 404, "the status code")
            try context.expect(response.text, is: "x", "the body")
        },
        Case(.heads, "acceptsAnEmptyReasonPhrase") { context in
            let response = try context.response(fromRaw: "HTTP/1.1 404 \r\nContent-Length: 1\r\n\r\nx")
            try context.expect(response.status, is: 404, "the status code")
            try context.expect(response.text, is: "x", "the body")
        },
        Case(.heads, "deliversEveryStatusCode", runsWithoutNetwork: true) { context in
            let server = try context.serve { request in
                .text("x", status: .init(code: Int(request.path.dropFirst()) ?? 500))
            }
            let transport = try context.transport()
            for code in Array(200...599) + [600, 999] {
                let response = try transport.start(server.request(.get, "/\(code)")).response()
                try context.expect(response.status, is: code, "the status code")
                try context.expect(
                    response.text, is: code == 204 || code == 304 ? "" : "x",
                    "the body of the response with status \(code)")
            }
        },
        Case(.heads, "skipsContinue") { context in try expectSkipped([(100, [:])], context) },
        Case(.heads, "skipsProcessing") { context in try expectSkipped([(102, [:]), (102, [.item: "early"])], context)
        },
        Case(.heads, "skipsEarlyHints") { context in
            try expectSkipped(
                [(100, [:]), (103, [.link: "</a.css>; rel=preload", .item: "early"]), (103, [:])], context)
        },
        Case(.heads, "rejectsAnUnrequestedProtocolSwitch") { context in
            try context.expectRejectedHead(
                ofRaw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbytes")
        },
        Case(.heads, "rejectsANonNumericStatus") { context in
            try context.expectRejectedHead(ofRaw: "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n")
        },
        Case(.heads, "rejectsAStatusBelowOneHundred") { context in
            try context.expectRejectedHead(ofRaw: "HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n")
        },
        Case(.heads, "rejectsAFourDigitStatus") { context in
            try context.expectRejectedHead(ofRaw: "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n")
        },
        Case(.heads, "rejectsHTTP09") { context in
            try context.expectRejectedHead(ofRaw: "<html>this is HTTP/0.9</html>\r\n")
        },
        Case(.heads, "rejectsGarbage") { context in
            let (error, response) = try context.failure { _ in .garbage }
            try context.expect(error, isOneOf: [.malformedResponse])
            try context.expect(response.status, is: 0, "the status code (0 means no response head)")
        },
        Case(.heads, "readsHTTP10WithALength") { context in
            let response = try context.response(fromRaw: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok")
            try context.expect(response.text, is: "ok", "the body")
        },
        Case(.heads, "readsHTTP10UntilClose") { context in
            let response = try context.response(fromRaw: "HTTP/1.0 200 OK\r\nServer: old\r\n\r\nall of it")
            try context.expect(response.text, is: "all of it", "the body")
        },
        Case(.heads, "deliversNoBodyForHEAD", runsWithoutNetwork: true) { context in
            let server = try context.serve { _ in .text("hello") }
            let transport = try context.transport()
            for _ in 0..<3 {
                let response = try transport.start(server.request(.head)).response()
                try context.expect(response.fields[.contentLength], is: "5", "the Content-Length")
                try context.expect(response.byteCount, is: 0, "the number of bytes")
            }
            try context.expect(server.connections.count <= 1, "a single connection")
        },
        Case(.heads, "deliversNoBodyFor204", runsWithoutNetwork: true) { context in try expectNoBody(204, context) },
        Case(.heads, "deliversNoBodyFor304", runsWithoutNetwork: true) { context in try expectNoBody(304, context) },
    ]

    private static func expectSkipped(_ early: [(HTTPResponse.Status, HTTPFields)], _ context: CaseContext) throws {
        let steps = early.map { LoopbackServer.Step.informational($0.0, fields: $0.1) }
        let response = try context.response { _ in
            .steps(steps + [.head(.length(1)), .bytes("x"), .finish()], fields: [.other: "1"])
        }
        try context.expect(response.status, is: 200, "the status code")
        try context.expect(response.fields[.other], is: "1", "the value of X-Other")
        try context.expect(
            response.fields[.item] ?? "none", is: "none", "the value of X-Item from an informational response")
        try context.expect(response.text, is: "x", "the body")
    }

    private static func expectNoBody(_ status: HTTPResponse.Status, _ context: CaseContext) throws {
        let server = try context.serve { _ in .status(status, fields: [.item: "1"]) }
        let transport = try context.transport()
        for _ in 0..<3 {
            let response = try transport.start(server.request()).response()
            try context.expect(response.status, is: status.code, "the status code")
            try context.expect(response.fields[.item], is: "1", "the value of X-Item")
            try context.expect(response.byteCount, is: 0, "the number of bytes")
        }
        try context.expect(server.connections.count <= 1, "a single connection")
    }
}
