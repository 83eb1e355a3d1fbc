internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// The HTTP/2 cases.
    static let http2Cases: [Case] = messageCases + streamCases + earlyResponseCases

    /// Requests and responses over HTTP/2.
    private static let messageCases: [Case] = [
        http2Case("negotiatesHTTP2") { context in
            let (server, peer, transport) = try context.peer { _ in .text("ok") }
            let response = try transport.start(peer.request()).response()
            try context.expect(response.text, is: "ok", "the body")
            try context.expect(server.requests.map { $0.fields[.protocol] }, is: ["HTTP/2.0"], "the protocol")
        },
        http2Case("usesHTTP1WhenConfigured") { context in
            let (server, peer, transport) = try context.peer({ _ in .text("ok") }) { $0.httpVersion = .http1 }
            for _ in 0..<3 { try context.expect(transport.start(peer.request()).response().text, is: "ok", "the body") }
            try context.expect(
                server.requests.map { $0.fields[.protocol] }, is: ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1"], "the protocol")
        },
        http2Case("usesHTTP2WhenConfigured") { context in
            let (server, peer, transport) = try context.peer({ _ in .text("ok") }) { $0.httpVersion = .http2 }
            try context.expect(transport.start(peer.request()).response().text, is: "ok", "the body")
            try context.expect(server.requests.map { $0.fields[.protocol] }, is: ["HTTP/2.0"], "the protocol")
        },
        http2Case("exchangesFilesWithNghttpd", with: .nghttpd) { context in
            let large = LoopbackServer.patternBody(10 << 20)
            let peer = try HTTP2Peer(files: ["small.json": Array("{}".utf8), "large": large])
            let transport = try context.transport { $0.certificateAuthorityFile = peer.authorityFile }
            try context.expect(transport.start(peer.request(.get, "/small.json")).response().text, is: "{}", "the body")
            try expectPattern(of: 10 << 20, in: transport.start(peer.request(.get, "/large")).response(), context)
            try context.expect(
                transport.start(peer.request(.get, "/none")).response().status, is: 404, "the status code")
            // The server does not support HTTP/1.1, which some transports use for requests with a body.
            let uploading = try context.transport {
                $0.certificateAuthorityFile = peer.authorityFile
                $0.httpVersion = .http2
            }
            let echo = try uploading.start(peer.request(.post, "/"), body: HTTPBody(large)).response()
            try expectPattern(of: 10 << 20, in: echo, context)
        },
        http2Case("usesHTTP2WithoutTLSWhenConfigured", with: .nghttpd) { context in
            let peer = try HTTP2Peer(files: ["small.json": Array("{}".utf8)], isSecure: false)
            let transport = try context.transport { $0.httpVersion = .http2 }
            for _ in 0..<3 {
                let response = try transport.start(peer.request(.get, "/small.json")).response()
                try context.expect(response.text, is: "{}", "the body")
            }
        },
        http2Case("deliversStatusesAndRedirectsUnchanged") { context in
            let (_, peer, transport) = try context.peer { request in
                switch request.path {
                case "/redirect": .status(.found, fields: [.location: "/elsewhere"])
                case "/nothing": .status(.noContent)
                default: .text("no such resource", status: .notFound)
                }
            }
            let redirect = try transport.start(peer.request(.get, "/redirect")).response()
            try context.expect(redirect.status, is: 302, "the status code")
            try context.expect(redirect.fields[.location], is: "/elsewhere", "the Location")
            try context.expect(
                transport.start(peer.request(.get, "/nothing")).response().status, is: 204, "the status code")
            let missing = try transport.start(peer.request(.get, "/missing")).response()
            try context.expect(missing.status, is: 404, "the status code")
            try context.expect(missing.text, is: "no such resource", "the body")
        },
        http2Case("carriesMethodsTargetsAndFields") { context in
            let (server, peer, transport) = try context.peer { request in
                LoopbackServer.Response.text("ok").adding(.item, "1").adding(.item, "2")
            }
            for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete] {
                let target = "/a%20b/c?q=%C3%BC&q=&r"
                let response = try transport.start(peer.request(method, target, [.item: "x", .other: "y"])).response()
                try context.expect(response.status, is: 200, "the status code")
                try context.expect(response.fields[values: .item], is: ["1", "2"], "the repeated field")
                try context.expect(response.text, is: method == .head ? "" : "ok", "the body")
                guard let request = server.requests.last else {
                    throw CaseFailure("expected a request, but the server received none")
                }
                try context.expect(request.method, is: method, "the method")
                try context.expect(request.target, is: target, "the target")
                try context.expect(request.fields[.item], is: "x", "a field")
                try context.expect(request.fields[.other], is: "y", "a field")
            }
        },
        http2Case("deliversALargeBody") { context in
            let size = 32 << 20
            let (_, peer, transport) = try context.peer { request in
                request.path == "/chunked"
                    ? .steps([.head(), .pattern(byteCount: size), .finish()]) : .pattern(byteCount: size)
            }
            for path in ["/", "/chunked"] {
                try expectPattern(of: size, in: transport.start(peer.request(.get, path)).response(), context)
            }
        },
        http2Case("sendsALargeBody") { context in
            let body = LoopbackServer.patternBody(5 << 20)
            let (_, peer, transport) = try context.peer { request in
                .text(request.body == body ? "same" : "\(request.body.count) other bytes")
            }
            let chunks = [Array(body[..<1_000]), Array(body[1_000...])]
            for body in [HTTPBody(body), .stream(.from(chunks)), .stream(.from(chunks), count: body.count)] {
                let response = try transport.start(peer.request(.put), body: body).response()
                try context.expect(response.text, is: "same", "the server's comparison of the body")
            }
        },
    ]

    /// Creates a case that requires an HTTP/2 server.
    static func http2Case(
        _ name: String, with kind: HTTP2Peer.Kind = .nginx, _ body: @escaping @Sendable (CaseContext) throws -> Void
    ) -> Case {
        Case(.http2, name, skipReason: HTTP2Peer.skipReason(to: kind), body)
    }
}

extension CaseContext {
    /// Starts a server behind an HTTP/2 proxy, and creates a transport that trusts the proxy's certificate.
    func peer(
        _ handler: @escaping LoopbackServer.Handler, sendBufferSize: Int? = nil,
        options change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> (server: LoopbackServer, peer: HTTP2Peer, transport: any Transport) {
        var options = LoopbackServer.Options()
        options.maximumConnections = 1_000
        options.sendBufferSize = sendBufferSize
        let server = try serve(options, handler)
        let peer = try HTTP2Peer(inFrontOf: server)
        let transport = try transport {
            $0.certificateAuthorityFile = peer.authorityFile
            change(&$0)
        }
        return (server, peer, transport)
    }
}

extension HTTP2Peer {
    /// Returns a request to this server.
    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }
}

extension HTTPField.Name {
    /// The HTTP version used by the client.
    static let `protocol` = HTTPField.Name(literal: "X-Protocol")

    /// The number of the client's connection to the proxy.
    static let clientConnection = HTTPField.Name(literal: "X-Connection")
}
