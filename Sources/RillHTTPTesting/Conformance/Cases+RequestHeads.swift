internal import RillHTTP

extension TransportConformance {
    /// The heads of requests, as the server reads them.
    static let requestHeadCases: [Case] = [
        Case(.heads, "sendsFieldsInTheirOrder") { bench in
            var fields: HTTPFields = [.item: "1", .other: "-", .item: "2", .accept: "a/b"]
            fields.append(HTTPField(name: .item, value: "3"))
            let request = try bench.sent(.get, "/", fields)
            let names: Set<HTTPField.Name> = [.item, .other, .accept]
            let values = request.fields.filter { names.contains($0.name) }.map(\.value)
            try bench.expect(values, is: ["1", "-", "2", "a/b", "3"], "the values in order")
        },
        Case(.heads, "sendsNamesAsTheyAreSpelt") { bench in
            let request = try bench.sent(.get, "/", [HTTPField.Name(literal: "x-iTEM"): "1"])
            let name = request.fields.first { $0.name == .item }?.name.rawName
            try bench.expect(name, is: "x-iTEM", "the name")
        },
        Case(.heads, "sendsEmptyValues") { bench in
            let request = try bench.sent(.get, "/", [.item: "", .other: "1"])
            try bench.expect(request.fields[values: .item], is: [""], "the values of X-Item")
        },
        Case(.heads, "sendsUTF8Values") { bench in
            let request = try bench.sent(.get, "/", [.item: "caf\u{E9} 日本;"])
            try bench.expect(request.fields[.item], is: "caf\u{E9} 日本;", "the value of X-Item")
        },
        Case(.heads, "sendsLongFields") { bench in
            let value = String(repeating: "0123456789", count: 3_000)
            let request = try bench.sent(.get, "/", [.authorization: value])
            try bench.expect(request.fields[.authorization] == value, "the value as it was given")
        },
        Case(.heads, "sendsCustomMethods") { bench in
            for name in ["OPTIONS", "TRACE", "PURGE", "PROPFIND", "M-SEARCH", "X"] {
                guard let method = HTTPRequest.Method(name) else { throw Fault("\(name) is not a token") }
                try bench.expect(bench.sent(method).method.rawValue, is: name, "the method")
            }
        },
        Case(.heads, "leavesPathAndQueryAlone") { bench in
            let targets = [
                "/a%2Fb?x=%2F&y=a+b&z=%20", "/a//b", "//a", "/a/../b/./c/..", "/a?", "/?a=b?c=d&&=", "/?",
                "/~a/(b)!$&'*,;=:@", "/%7ea%41?%3d", "/a;b=c/d", "/?q=/../x",
            ]
            let server = try bench.serve { _ in .text("ok") }
            let transport = try bench.transport()
            for target in targets { _ = try transport.begin(server.request(.get, target)).answer() }
            try bench.expect(server.requests.map(\.target), is: targets, "the targets")
        },
        Case(.heads, "namesHostAndPort") { bench in
            let server = try bench.serve { _ in .text("ok") }
            _ = try bench.transport().begin(server.request()).answer()
            try bench.expect(server.requests.first?.fields[values: .host], is: [server.authority], "the Host")
        },
        Case(.heads, "sendsTheUserAgentOfTheOptions") { bench in
            let request = try bench.sent { $0.userAgent = "Conformance/1 (test)" }
            try bench.expect(request.fields[values: .userAgent], is: ["Conformance/1 (test)"], "the User-Agent")
        },
        Case(.heads, "sendsTheUserAgentOfTheRequest") { bench in
            let request = try bench.sent(.get, "/", [.userAgent: "Own"]) { $0.userAgent = "Conformance/1" }
            try bench.expect(request.fields[values: .userAgent], is: ["Own"], "the User-Agent")
        },
        Case(.heads, "sendsNoUserAgentIfNoneIsWanted") { bench in
            let request = try bench.sent { $0.userAgent = nil }
            try bench.expect(request.fields[values: .userAgent], is: [], "the User-Agent")
        },
        Case(.heads, "asksForCompression") { bench in
            let value = try bench.sent().fields[.acceptEncoding] ?? ""
            try bench.expect(value.contains("gzip"), "an Accept-Encoding with gzip, but it is \"\(value)\"")
        },
        Case(.heads, "doesNotAskForCompressionIfNoneIsWanted") { bench in
            let value = try bench.sent { $0.decompresses = false }.fields[.acceptEncoding] ?? "identity"
            try bench.expect(value, is: "identity", "the Accept-Encoding")
        },
        Case(.heads, "saysNothingOfABodyWhereThereIsNone") { bench in
            let fields = try bench.sent().fields
            for name in [HTTPField.Name.contentLength, .transferEncoding, .contentType, .expect] {
                try bench.expect(fields[values: name], is: [], "the values of \(name)")
            }
        },
        Case(.heads, "neverSendsALineBreakInsideAValue") { bench in
            let server = try bench.serve { _ in .text("ok") }
            let field = HTTPField(name: .item, value: "a\r\nX-Other: forged\r\n\r\nGET /forged HTTP/1.1")
            let request = server.request(.get, "/", [field.name: field.value])
            let (error, _) = try bench.transport().begin(request).end()
            if let error { try bench.expect(error, isOneOf: [.invalidRequest]) }
            try bench.expect(server.requests.count, is: error == nil ? 1 : 0, "the number of requests")
            try bench.expect(server.requests.allSatisfy { !$0.fields.contains(.other) }, "no forged field")
        },
        Case(.heads, "refusesOtherSchemes") { bench in
            try refuses(
                [("file", "localhost", "/etc/passwd"), ("ftp", nil, "/"), (nil, nil, "/"), ("", nil, "/")], bench)
        },
        Case(.heads, "refusesAddressesWithoutHost") { bench in
            try refuses([("http", "", "/"), ("http", ":80", "/"), ("https", "", "/")], bench)
        },
        Case(.heads, "refusesUserNamesInAddresses") { bench in
            try refuses([("http", "user:hush@127.0.0.1", "/"), ("http", "hush@127.0.0.1", "/")], bench)
        },
        Case(.heads, "refusesPortsThatAreNone") { bench in
            try refuses([("http", "127.0.0.1:99999", "/"), ("http", "127.0.0.1:8a", "/")], bench)
        },
        Case(.heads, "refusesSpacesAndControlCharactersInAddresses") { bench in
            try refuses(
                [
                    ("http", nil, "/a b"), ("http", nil, "/a\r\nX-Item: b"), ("http", nil, "/a\0"), ("http", nil, "/ä"),
                    ("http", "127.0.0.1 ", "/"), ("http", nil, ""), ("http", nil, "a"), ("http", nil, "/a#b"),
                ], bench)
        },
    ]

    /// Expects that requests are refused before anything is sent; an authority of nil is that of a server.
    private static func refuses(
        _ addresses: [(scheme: String?, authority: String?, path: String)], _ bench: Bench
    ) throws {
        let server = try bench.serve { _ in .text("ok") }
        let transport = try bench.transport()
        for (scheme, authority, path) in addresses {
            let request = HTTPRequest(
                method: .get, scheme: scheme, authority: authority ?? server.authority, path: path)
            let (error, _) = try transport.begin(request).failure()
            try bench.expect(error, isOneOf: [.invalidURL])
            try bench.expect(!"\(error)".contains("hush"), "no secret in the text \"\(error)\"")
        }
        try bench.expect(server.connections.count, is: 0, "the number of connections")
    }
}
