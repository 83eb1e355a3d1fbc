internal import RillHTTPTesting

extension TransportConformance {
    /// Request heads, as the server receives them.
    static let requestHeadCases: [Case] =
        [
            Case(.heads, "sendsFieldsInOrder") { context in
                var fields: HTTPFields = [.item: "1", .other: "-", .item: "2", .accept: "a/b"]
                fields.append(HTTPField(name: .item, value: "3"))
                let request = try context.receivedRequest(.get, fields)
                let names: Set<HTTPField.Name> = [.item, .other, .accept]
                let values = request.fields.filter { names.contains($0.name) }.map(\.value)
                try expect(values, is: ["1", "-", "2", "a/b", "3"], "the values in order")
            },
            Case(.heads, "preservesTheCaseOfFieldNames") { context in
                let request = try context.receivedRequest(.get, [HTTPField.Name(literal: "x-iTEM"): "1"])
                let name = request.fields.first { $0.name == .item }?.name.rawName
                try expect(name, is: "x-iTEM", "the name")
            },
            fieldCase("sendsEmptyValues", [.item: "", .other: " "], is: [.item: [""], .other: [""]]),
            fieldCase("sendsUTF8Values", [.item: "caf\u{E9} 日本;"], is: [.item: ["caf\u{E9} 日本;"]]),
            fieldCase("sendsLongFields", [.authorization: longValue], is: [.authorization: [longValue]]),
            Case(.heads, "sendsCustomMethods") { context in
                for name: StaticString in ["OPTIONS", "TRACE", "PURGE", "PROPFIND", "M-SEARCH", "X"] {
                    let method = HTTPRequest.Method(literal: name)
                    try expect(context.receivedRequest(method).method, is: method, "the method")
                }
            },
            Case(.heads, "preservesPathAndQuery", serving: .text("ok")) { site in
                let targets = [
                    "/a%2Fb?x=%2F&y=a+b&z=%20", "/a//b", "//a", "/a/../b/./c/..", "/a?", "/?a=b?c=d&&=", "/?",
                    "/~a/(b)!$&'*,;=:@", "/%7ea%41?%3d", "/a;b=c/d", "/?q=/../x",
                ]
                for target in targets { try site.expectText("ok", target) }
                try expect(site.server.requests.map(\.target), is: targets, "the request targets")
            },
            Case(.heads, "sendsHostAndPort", serving: .text("ok")) { site in
                try site.expectText()
                try expect(site.server.requests.first?.fields[values: .host], is: [site.server.authority], "the Host")
            },
            fieldCase("sendsTheUserAgentOfTheOptions", is: [.userAgent: ["Conformance/1 (test)"]]) {
                $0.userAgent = "Conformance/1 (test)"
            },
            fieldCase("sendsTheUserAgentOfTheRequest", [.userAgent: "Own"], is: [.userAgent: ["Own"]]) {
                $0.userAgent = "Conformance/1"
            },
            fieldCase("sendsNoUserAgentWhenNil", is: [.userAgent: []]) { $0.userAgent = nil },
            Case(.heads, "requestsCompression") { context in
                let value = try context.receivedRequest().fields[.acceptEncoding] ?? ""
                try expect(value.contains("gzip"), "an Accept-Encoding that contains gzip, got \"\(value)\"")
            },
            fieldCase(
                "sendsTheAcceptEncodingOfTheRequest", [.acceptEncoding: "br;q=0.5, gzip"],
                is: [.acceptEncoding: ["br;q=0.5, gzip"]]),
            Case(.heads, "doesNotRequestCompressionWhenDisabled") { context in
                let value =
                    try context.receivedRequest { $0.decompresses = false }.fields[.acceptEncoding] ?? "identity"
                try expect(value, is: "identity", "the Accept-Encoding")
            },
            fieldCase(
                "sendsNoBodyFieldsWithoutABody",
                is: [.contentLength: [], .transferEncoding: [], .contentType: [], .expect: []]),
            Case(.heads, "neverSendsLineBreaksInsideValues", serving: .text("ok")) { site in
                let fields: HTTPFields = [.item: "a\r\nX-Other: forged\r\n\r\nGET /forged HTTP/1.1"]
                let error = try site.start(.get, "/", fields).end().error
                if let error { try expect(error, isOneOf: [.invalidRequest]) }
                try expect(site.server.requests.count, is: error == nil ? 1 : 0, "the number of requests")
                try expect(site.server.requests.allSatisfy { !$0.fields.contains(.other) }, "no forged field")
            },
        ] + invalidURLCases

    private static let longValue = String(repeating: "0123456789", count: 3_000)

    /// Returns a case that expects values of header fields in a request without a body, as the server receives it.
    private static func fieldCase(
        _ name: String, _ fields: HTTPFields = [:], is expected: [HTTPField.Name: [String]],
        options change: @escaping @Sendable (inout TransportOptions) -> Void = { _ in }
    ) -> Case {
        Case(.heads, name) { context in
            try expect(context.receivedRequest(.get, fields, options: change).fields, contain: expected)
        }
    }

    /// Requests that are rejected before anything is sent.
    ///
    /// An authority of `nil` is replaced by the server's authority.
    private static let invalidURLCases: [Case] = [
        (
            "rejectsOtherSchemes",
            [("file", "localhost", "/etc/passwd"), ("ftp", nil, "/"), (nil, nil, "/"), ("", nil, "/")]
        ),
        ("rejectsURLsWithoutAHost", [("http", "", "/"), ("http", ":80", "/"), ("https", "", "/")]),
        ("rejectsUserInfoInURLs", [("http", "user:hush@127.0.0.1", "/"), ("http", "hush@127.0.0.1", "/")]),
        ("rejectsInvalidPorts", [("http", "127.0.0.1:99999", "/"), ("http", "127.0.0.1:8a", "/")]),
        (
            "rejectsInvalidCharactersInURLs",
            [
                ("http", nil, "/a b"), ("http", nil, "/a\r\nX-Item: b"), ("http", nil, "/a\0"), ("http", nil, "/ä"),
                ("http", "127.0.0.1 ", "/"), ("http", nil, ""), ("http", nil, "a"), ("http", nil, "/a#b"),
            ]
        ),
    ].map { (name: String, addresses: [(scheme: String?, authority: String?, path: String)]) in
        Case(.heads, name, serving: .text("ok")) { site in
            for (scheme, authority, path) in addresses {
                let request = HTTPRequest(
                    method: .get, scheme: scheme, authority: authority ?? site.server.authority, path: path)
                let (error, _) = try site.transport.start(request).failure(with: [.invalidURL])
                try expect(!"\(error)".contains("hush"), "no secret in \"\(error)\"")
            }
            try expect(site.server.connections.count, is: 0, "the number of connections")
        }
    }
}
