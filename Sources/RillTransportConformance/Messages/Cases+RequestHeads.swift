internal import RillHTTP

extension TransportConformance {
    /// Request heads, as the server receives them.
    static let requestHeadCases: [Case] = [
        Case(.heads, "sendsFieldsInOrder") { context in
            var fields: HTTPFields = [.item: "1", .other: "-", .item: "2", .accept: "a/b"]
            fields.append(HTTPField(name: .item, value: "3"))
            let request = try context.receivedRequest(.get, "/", fields)
            let names: Set<HTTPField.Name> = [.item, .other, .accept]
            let values = request.fields.filter { names.contains($0.name) }.map(\.value)
            try context.expect(values, is: ["1", "-", "2", "a/b", "3"], "the values in order")
        },
        Case(.heads, "preservesTheCaseOfFieldNames") { context in
            let request = try context.receivedRequest(.get, "/", [HTTPField.Name(literal: "x-iTEM"): "1"])
            let name = request.fields.first { $0.name == .item }?.name.rawName
            try context.expect(name, is: "x-iTEM", "the name")
        },
        Case(.heads, "sendsEmptyValues") { context in
            let request = try context.receivedRequest(.get, "/", [.item: "", .other: " "])
            try context.expect(request.fields[values: .item], is: [""], "the values of X-Item")
            try context.expect(request.fields[values: .other], is: [""], "the values of X-Other")
        },
        Case(.heads, "sendsUTF8Values") { context in
            let request = try context.receivedRequest(.get, "/", [.item: "caf\u{E9} 日本;"])
            try context.expect(request.fields[.item], is: "caf\u{E9} 日本;", "the value of X-Item")
        },
        Case(.heads, "sendsLongFields") { context in
            let value = String(repeating: "0123456789", count: 3_000)
            let request = try context.receivedRequest(.get, "/", [.authorization: value])
            try context.expect(request.fields[.authorization] == value, "the unchanged value")
        },
        Case(.heads, "sendsCustomMethods") { context in
            for name in ["OPTIONS", "TRACE", "PURGE", "PROPFIND", "M-SEARCH", "X"] {
                guard let method = HTTPRequest.Method(name) else { throw CaseFailure("\(name) is not a valid method") }
                try context.expect(context.receivedRequest(method).method.rawValue, is: name, "the method")
            }
        },
        Case(.heads, "preservesPathAndQuery") { context in
            let targets = [
                "/a%2Fb?x=%2F&y=a+b&z=%20", "/a//b", "//a", "/a/../b/./c/..", "/a?", "/?a=b?c=d&&=", "/?",
                "/~a/(b)!$&'*,;=:@", "/%7ea%41?%3d", "/a;b=c/d", "/?q=/../x",
            ]
            let server = try context.serve { _ in .text("ok") }
            let transport = try context.transport()
            for target in targets { _ = try transport.start(server.request(.get, target)).response() }
            try context.expect(server.requests.map(\.target), is: targets, "the request targets")
        },
        Case(.heads, "sendsHostAndPort") { context in
            let server = try context.serve { _ in .text("ok") }
            _ = try context.transport().start(server.request()).response()
            try context.expect(server.requests.first?.fields[values: .host], is: [server.authority], "the Host")
        },
        Case(.heads, "sendsTheUserAgentOfTheOptions") { context in
            let request = try context.receivedRequest { $0.userAgent = "Conformance/1 (test)" }
            try context.expect(request.fields[values: .userAgent], is: ["Conformance/1 (test)"], "the User-Agent")
        },
        Case(.heads, "sendsTheUserAgentOfTheRequest") { context in
            let request = try context.receivedRequest(.get, "/", [.userAgent: "Own"]) { $0.userAgent = "Conformance/1" }
            try context.expect(request.fields[values: .userAgent], is: ["Own"], "the User-Agent")
        },
        Case(.heads, "sendsNoUserAgentWhenNil") { context in
            let request = try context.receivedRequest { $0.userAgent = nil }
            try context.expect(request.fields[values: .userAgent], is: [], "the User-Agent")
        },
        Case(.heads, "requestsCompression") { context in
            let value = try context.receivedRequest().fields[.acceptEncoding] ?? ""
            try context.expect(value.contains("gzip"), "an Accept-Encoding that contains gzip, got \"\(value)\"")
        },
        Case(.heads, "sendsTheAcceptEncodingOfTheRequest") { context in
            let request = try context.receivedRequest(.get, "/", [.acceptEncoding: "br;q=0.5, gzip"])
            try context.expect(request.fields[values: .acceptEncoding], is: ["br;q=0.5, gzip"], "the Accept-Encoding")
        },
        Case(.heads, "doesNotRequestCompressionWhenDisabled") { context in
            let value = try context.receivedRequest { $0.decompresses = false }.fields[.acceptEncoding] ?? "identity"
            try context.expect(value, is: "identity", "the Accept-Encoding")
        },
        Case(.heads, "sendsNoBodyFieldsWithoutABody") { context in
            let fields = try context.receivedRequest().fields
            for name in [HTTPField.Name.contentLength, .transferEncoding, .contentType, .expect] {
                try context.expect(fields[values: name], is: [], "the values of \(name)")
            }
        },
        Case(.heads, "neverSendsLineBreaksInsideValues") { context in
            let server = try context.serve { _ in .text("ok") }
            let field = HTTPField(name: .item, value: "a\r\nX-Other: forged\r\n\r\nGET /forged HTTP/1.1")
            let request = server.request(.get, "/", [field.name: field.value])
            let (error, _) = try context.transport().start(request).end()
            if let error { try context.expect(error, isOneOf: [.invalidRequest]) }
            try context.expect(server.requests.count, is: error == nil ? 1 : 0, "the number of requests")
            try context.expect(server.requests.allSatisfy { !$0.fields.contains(.other) }, "no forged field")
        },
        Case(.heads, "rejectsOtherSchemes") { context in
            try expectRejection(
                [("file", "localhost", "/etc/passwd"), ("ftp", nil, "/"), (nil, nil, "/"), ("", nil, "/")], context)
        },
        Case(.heads, "rejectsURLsWithoutAHost") { context in
            try expectRejection([("http", "", "/"), ("http", ":80", "/"), ("https", "", "/")], context)
        },
        Case(.heads, "rejectsUserInfoInURLs") { context in
            try expectRejection([("http", "user:hush@127.0.0.1", "/"), ("http", "hush@127.0.0.1", "/")], context)
        },
        Case(.heads, "rejectsInvalidPorts") { context in
            try expectRejection([("http", "127.0.0.1:99999", "/"), ("http", "127.0.0.1:8a", "/")], context)
        },
        Case(.heads, "rejectsInvalidCharactersInURLs") { context in
            try expectRejection(
                [
                    ("http", nil, "/a b"), ("http", nil, "/a\r\nX-Item: b"), ("http", nil, "/a\0"), ("http", nil, "/ä"),
                    ("http", "127.0.0.1 ", "/"), ("http", nil, ""), ("http", nil, "a"), ("http", nil, "/a#b"),
                ], context)
        },
    ]

    /// Expects that requests are rejected before anything is sent.
    ///
    /// An authority of `nil` is replaced by the server's authority.
    private static func expectRejection(
        _ addresses: [(scheme: String?, authority: String?, path: String)], _ context: CaseContext
    ) throws {
        let server = try context.serve { _ in .text("ok") }
        let transport = try context.transport()
        for (scheme, authority, path) in addresses {
            let request = HTTPRequest(
                method: .get, scheme: scheme, authority: authority ?? server.authority, path: path)
            let (error, _) = try transport.start(request).failure()
            try context.expect(error, isOneOf: [.invalidURL])
            try context.expect(!"\(error)".contains("hush"), "no secret in \"\(error)\"")
        }
        try context.expect(server.connections.count, is: 0, "the number of connections")
    }
}
