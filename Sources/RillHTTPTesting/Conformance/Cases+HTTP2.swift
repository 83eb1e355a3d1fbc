internal import Rill
internal import RillHTTP

extension TransportConformance {
    /// HTTP/2.
    static let http2Cases: [Case] = messageCases + streamCases

    /// Messages over HTTP/2.
    private static let messageCases: [Case] = [
        http2Case("isSpokenWhereTheServerOffersIt") { bench in
            let (server, peer, transport) = try bench.peer { _ in .text("ok") }
            let answer = try transport.begin(peer.request()).answer()
            try bench.expect(answer.text, is: "ok", "the body")
            try bench.expect(server.requests.map { $0.fields[.protocol] }, is: ["HTTP/2.0"], "the protocol")
        },
        http2Case("isNotSpokenIfToldSo") { bench in
            let (server, peer, transport) = try bench.peer({ _ in .text("ok") }) { $0.httpVersion = .http1 }
            for _ in 0..<3 { try bench.expect(transport.begin(peer.request()).answer().text, is: "ok", "the body") }
            try bench.expect(
                server.requests.map { $0.fields[.protocol] }, is: ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1"], "the protocol")
        },
        http2Case("isSpokenIfToldSo") { bench in
            let (server, peer, transport) = try bench.peer({ _ in .text("ok") }) { $0.httpVersion = .http2 }
            try bench.expect(transport.begin(peer.request()).answer().text, is: "ok", "the body")
            try bench.expect(server.requests.map { $0.fields[.protocol] }, is: ["HTTP/2.0"], "the protocol")
        },
        http2Case("isSpokenWithAServerOfFiles", with: .nghttpd) { bench in
            let large = LoopbackServer.patternBody(10 << 20)
            let peer = try HTTP2Peer(files: ["small.json": Array("{}".utf8), "large": large])
            let transport = try bench.transport { $0.certificateAuthorityFile = peer.authorityFile }
            try bench.expect(transport.begin(peer.request(.get, "/small.json")).answer().text, is: "{}", "the body")
            try expectPattern(of: 10 << 20, in: transport.begin(peer.request(.get, "/large")).answer(), bench)
            try bench.expect(transport.begin(peer.request(.get, "/none")).answer().status, is: 404, "the status")
            let echo = try transport.begin(peer.request(.post, "/"), body: HTTPBody(large)).answer()
            try expectPattern(of: 10 << 20, in: echo, bench)
        },
        http2Case("isSpokenWithoutTLSIfToldSo", with: .nghttpd) { bench in
            let peer = try HTTP2Peer(files: ["small.json": Array("{}".utf8)], isSecure: false)
            let transport = try bench.transport { $0.httpVersion = .http2 }
            for _ in 0..<3 {
                let answer = try transport.begin(peer.request(.get, "/small.json")).answer()
                try bench.expect(answer.text, is: "{}", "the body")
            }
        },
        http2Case("deliversStatusesAndRedirectsAsTheyAre") { bench in
            let (_, peer, transport) = try bench.peer { request in
                switch request.path {
                case "/redirect": .status(.found, fields: [.location: "/elsewhere"])
                case "/nothing": .status(.noContent)
                default: .text("there is none", status: .notFound)
                }
            }
            let redirect = try transport.begin(peer.request(.get, "/redirect")).answer()
            try bench.expect(redirect.status, is: 302, "the status")
            try bench.expect(redirect.fields[.location], is: "/elsewhere", "the location")
            try bench.expect(transport.begin(peer.request(.get, "/nothing")).answer().status, is: 204, "the status")
            let missing = try transport.begin(peer.request(.get, "/missing")).answer()
            try bench.expect(missing.status, is: 404, "the status")
            try bench.expect(missing.text, is: "there is none", "the body")
        },
        http2Case("carriesMethodsTargetsAndFields") { bench in
            let (server, peer, transport) = try bench.peer { request in
                LoopbackServer.Response.text("ok").adding(.item, "1").adding(.item, "2")
            }
            for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete] {
                let target = "/a%20b/c?q=%C3%BC&q=&r"
                let answer = try transport.begin(peer.request(method, target, [.item: "x", .other: "y"])).answer()
                try bench.expect(answer.status, is: 200, "the status")
                try bench.expect(answer.fields[values: .item], is: ["1", "2"], "the repeated field")
                try bench.expect(answer.text, is: method == .head ? "" : "ok", "the body")
                guard let request = server.requests.last else { throw Fault("expected a request") }
                try bench.expect(request.method, is: method, "the method")
                try bench.expect(request.target, is: target, "the target")
                try bench.expect(request.fields[.item], is: "x", "a field")
                try bench.expect(request.fields[.other], is: "y", "a field")
            }
        },
        http2Case("deliversALargeBody") { bench in
            let size = 32 << 20
            let (_, peer, transport) = try bench.peer { request in
                request.path == "/chunked"
                    ? .steps([.head(), .pattern(byteCount: size), .finish()]) : .pattern(byteCount: size)
            }
            for path in ["/", "/chunked"] {
                try expectPattern(of: size, in: transport.begin(peer.request(.get, path)).answer(), bench)
            }
        },
        http2Case("sendsALargeBody") { bench in
            let body = LoopbackServer.patternBody(5 << 20)
            let (_, peer, transport) = try bench.peer { request in
                .text(request.body == body ? "same" : "\(request.body.count) other bytes")
            }
            let pieces = [Array(body[..<1_000]), Array(body[1_000...])]
            for body in [HTTPBody(body), .stream(.from(pieces)), .stream(.from(pieces), count: body.count)] {
                let answer = try transport.begin(peer.request(.put), body: body).answer()
                try bench.expect(answer.text, is: "same", "what the server says of the body")
            }
        },
    ]

    /// Describes a case for which a server that speaks HTTP/2 is needed.
    static func http2Case(
        _ name: String, with kind: HTTP2Peer.Kind = .nginx, _ body: @escaping @Sendable (Bench) throws -> Void
    ) -> Case {
        Case(.http2, name, obstacle: HTTP2Peer.obstacle(to: kind), body)
    }
}

extension Bench {
    /// Starts a server behind one that speaks HTTP/2, and makes a transport that trusts it.
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
    /// A request to this server.
    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }
}

extension HTTPField.Name {
    /// The version of HTTP that the client has spoken.
    static let `protocol` = HTTPField.Name(literal: "X-Protocol")

    /// The number of the client's connection.
    static let clientConnection = HTTPField.Name(literal: "X-Connection")
}
