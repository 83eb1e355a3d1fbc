internal import RillHTTPTesting

extension TransportConformance {
    /// The HTTP/2 cases.
    static let http2Cases: [Case] = messageCases + streamCases + earlyResponseCases

    /// Requests and responses over HTTP/2.
    private static let messageCases: [Case] = [
        Case(.http2, "negotiatesHTTP2", over: .http2, serving: .text("ok")) { site in
            try site.expectText()
            try expect(site.protocols, is: ["HTTP/2.0"], "the protocol")
        },
        Case(.http2, "usesHTTP1WhenConfigured", over: .http2) { context in
            let site = try context.site(options: { $0.httpVersion = .http1 }) { _ in .text("ok") }
            for _ in 0..<3 { try site.expectText() }
            try expect(site.protocols, is: ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1"], "the protocol")
        },
        Case(.http2, "usesHTTP2WhenConfigured", over: .http2) { context in
            let site = try context.site(options: { $0.httpVersion = .http2 }) { request in .data(request.body) }
            try site.expectText("")
            // Unless configured, some transports use HTTP/1.1 for requests with a body.
            let body = HTTPBody(LoopbackServer.patternBody(10 << 20))
            try expectPattern(of: 10 << 20, in: site.response(.post, body: body))
            try expect(site.protocols, is: ["HTTP/2.0", "HTTP/2.0"], "the protocols")
        },
        Case(.http2, "usesHTTP2WithoutTLSWhenConfigured", over: .http2) { context in
            let server = try context.serve { _ in .text("ok") }
            let peer = try context.startPeer(inFrontOf: server, isSecure: false)
            let transport = try context.transport { $0.httpVersion = .http2 }
            let site = Site(server: server, peer: peer, transport: transport)
            for _ in 0..<3 { try site.expectText() }
            try expect(site.protocols, is: ["HTTP/2.0", "HTTP/2.0", "HTTP/2.0"], "the protocol")
        },
        Case(.http2, "deliversStatusesAndRedirectsUnchanged", over: .http2) { context in
            let site = try context.site { request in
                switch request.path {
                case "/redirect": .status(.found, fields: [.location: "/elsewhere"])
                case "/nothing": .status(.noContent)
                default: .text("no such resource", status: .notFound)
                }
            }
            let redirect = try site.response(.get, "/redirect")
            try expect(redirect.status, is: 302, "the status code")
            try expect(redirect.fields[.location], is: "/elsewhere", "the Location")
            try expect(site.response(.get, "/nothing").status, is: 204, "the status code")
            try expect(site.response(.get, "/missing"), hasStatus: 404, text: "no such resource")
        },
        Case(.http2, "carriesMethodsTargetsAndFields", over: .http2) { context in
            let site = try context.site { _ in
                LoopbackServer.Response.text("ok").adding(.item, "1").adding(.item, "2")
            }
            for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete] {
                let target = "/a%20b/c?q=%C3%BC&q=&r"
                let response = try site.response(method, target, [.item: "x", .other: "y"])
                try expect(response.status, is: 200, "the status code")
                try expect(response.fields[values: .item], is: ["1", "2"], "the repeated field")
                try expect(response.text, is: method == .head ? "" : "ok", "the body")
                let request = site.server.requests.last
                try expect(request?.method, is: method, "the method")
                try expect(request?.target, is: target, "the target")
                try expect(request?.fields[.item], is: "x", "a field")
                try expect(request?.fields[.other], is: "y", "a field")
            }
        },
    ]
}

extension Site {
    /// The HTTP versions of the requests that a proxy has forwarded to the server.
    fileprivate var protocols: [String?] { server.requests.map { $0.fields[HTTPField.Name(literal: "X-Protocol")] } }
}
