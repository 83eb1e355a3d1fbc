internal import RillHTTPTesting

extension TransportConformance {
    /// Status lines, informational responses, and responses without a body.
    static let statusCases: [Case] = [
        Case(.heads, "keepsTheReasonPhrase", runsWithoutNetwork: true) { context in
            let site = try context.site { _ in .text("x", status: .init(code: 200, reasonPhrase: "Fine So Far")) }
            try expect(site.response().head?.status.reasonPhrase, is: "Fine So Far", "the reason phrase")
        },
        .reading(
            .heads, "acceptsAStatusLineWithoutAReasonPhrase", "HTTP/1.1 404\r\nContent-Length: 1\r\n\r\nx", as: "x",
            status: 404),
        .reading(
            .heads, "acceptsAnEmptyReasonPhrase", "HTTP/1.1 404 \r\nContent-Length: 1\r\n\r\nx", as: "x", status: 404),
        Case(.heads, "deliversEveryStatusCode", runsWithoutNetwork: true) { context in
            let site = try context.site { request in
                .text("x", status: .init(code: Int(request.path.dropFirst()) ?? 500))
            }
            for code in Array(200...599) + [600, 999] {
                let response = try site.response(.get, "/\(code)")
                try expect(response.status, is: code, "the status code")
                let text = code == 204 || code == 304 ? "" : "x"
                try expect(response.text, is: text, "the body of the response with status \(code)")
            }
        },
        Case(.heads, "skipsContinue") { try expectSkipped([(100, [:])], $0) },
        Case(.heads, "skipsProcessing") { try expectSkipped([(102, [:]), (102, [.item: "early"])], $0) },
        Case(.heads, "skipsEarlyHints") {
            try expectSkipped([(100, [:]), (103, [.link: "</a.css>; rel=preload", .item: "early"]), (103, [:])], $0)
        },
        .reading(.heads, "readsHTTP10WithALength", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", as: "ok"),
        .reading(.heads, "readsHTTP10UntilClose", "HTTP/1.0 200 OK\r\nServer: old\r\n\r\nall of it", as: "all of it"),
        Case(.heads, "deliversNoBodyForHEAD", runsWithoutNetwork: true, serving: .text("hello")) { site in
            for _ in 0..<3 {
                let response = try site.response(.head)
                try expect(response.fields[.contentLength], is: "5", "the Content-Length")
                try expect(response.byteCount, is: 0, "the number of bytes")
            }
            try expect(site.server.connections.count <= 1, "a single connection")
        },
        Case(.heads, "deliversNoBodyFor204", runsWithoutNetwork: true) { try expectNoBody(204, $0) },
        Case(.heads, "deliversNoBodyFor304", runsWithoutNetwork: true) { try expectNoBody(304, $0) },
    ]

    private static func expectSkipped(_ early: [(HTTPResponse.Status, HTTPFields)], _ context: CaseContext) throws {
        let steps = early.map { LoopbackServer.Step.informational($0.0, fields: $0.1) }
        let response = try context.site { _ in
            .steps(steps + [.head(.length(1)), .bytes("x"), .finish()], fields: [.other: "1"])
        }.response()
        try expect(response.status, is: 200, "the status code")
        try expect(response.fields[.other], is: "1", "the value of X-Other")
        try expect(response.fields[.item], is: nil, "the value of X-Item from an informational response")
        try expect(response.text, is: "x", "the body")
    }

    private static func expectNoBody(_ status: HTTPResponse.Status, _ context: CaseContext) throws {
        let site = try context.site { _ in .status(status, fields: [.item: "1"]) }
        for _ in 0..<3 {
            let response = try site.response()
            try expect(response.status, is: status.code, "the status code")
            try expect(response.fields[.item], is: "1", "the value of X-Item")
            try expect(response.byteCount, is: 0, "the number of bytes")
        }
        try expect(site.server.connections.count <= 1, "a single connection")
    }
}
