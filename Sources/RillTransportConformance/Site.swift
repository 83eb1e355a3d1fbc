internal import RillHTTPTesting

/// The kind of the connections of a case.
enum Carrier: Sendable {
    case plain, tls, http2

    /// The reason why this machine does not support the carrier, or `nil` if it does.
    var skipReason: String? {
        switch self {
        case .plain: nil
        case .tls: TestCertificates.skipReason ?? LoopbackServer.TLS.skipReason
        case .http2: HTTP2Peer.skipReason
        }
    }
}

/// A server of a case, and a transport that sends requests to it.
struct Site: Sendable {
    let server: LoopbackServer

    /// The HTTP/2 proxy in front of the server, or `nil` if the transport connects to the server.
    var peer: HTTP2Peer?
    let transport: any Transport

    /// Returns a request to the server.
    func request(_ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(
            method: method, scheme: peer?.scheme ?? server.scheme, authority: peer?.authority ?? server.authority,
            path: path, headerFields: fields)
    }

    /// Starts an exchange.
    func start(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        _ reaction: RunningExchange.Reaction? = nil
    ) -> RunningExchange {
        transport.start(request(method, path, fields), body: body, reaction)
    }

    /// Starts an exchange with closures that are called when the response head and when a chunk is delivered.
    func observe(
        _ path: String = "/", _ fields: HTTPFields = [:],
        onHead: @escaping @Sendable (RunningExchange) -> Void = { _ in },
        onChunk: @escaping @Sendable (RunningExchange) -> Void = { _ in }
    ) -> RunningExchange {
        start(.get, path, fields) { event, exchange in
            switch event {
            case .next(.head): onHead(exchange)
            case .next(.chunk): onChunk(exchange)
            case .error, .completed: break
            }
        }
    }

    /// Sends a request, and returns the complete response.
    func response(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil
    ) throws -> RecordedEvents {
        try start(method, path, fields, body: body).response()
    }

    /// Sends a request, and returns the failure that the case expects.
    @discardableResult
    func failure(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", _ fields: HTTPFields = [:], body: HTTPBody? = nil,
        with codes: [TransportError.Code]? = nil, _ reason: TransportError.Reason? = nil
    ) throws -> (error: TransportError, response: RecordedEvents) {
        try start(method, path, fields, body: body).failure(with: codes, reason)
    }

    /// Sends a request, and expects the given body.
    func expectText(_ text: String = "ok", _ path: String = "/") throws {
        try start(.get, path).expectText(text)
    }
}

extension CaseContext {
    /// Starts a server and creates a transport for requests to it.
    ///
    /// In TLS cases, the server has a test certificate. In HTTP/2 cases, a proxy with a test certificate forwards the
    /// requests to the server.
    ///
    /// - Parameters:
    ///   - changeServer: A closure that changes the server's options.
    ///   - change: A closure that changes the transport's options.
    ///   - handler: The server's handler.
    func site(
        server changeServer: (inout LoopbackServer.Options) -> Void = { _ in },
        options change: (inout TransportOptions) -> Void = { _ in },
        _ handler: @escaping LoopbackServer.Handler
    ) throws -> Site {
        var serverOptions = LoopbackServer.Options()
        if carrier == .tls { serverOptions.tls = try .init(TestCertificates.shared().server) }
        if carrier == .http2 { serverOptions.maximumConnections = 1_000 }
        changeServer(&serverOptions)
        let server = try serve(serverOptions, handler)
        let peer = carrier == .http2 ? try startPeer(inFrontOf: server) : nil
        return Site(server: server, peer: peer, transport: try transport(change))
    }

    /// Starts a server and creates a transport with virtual time, for which the given timeouts are 100 seconds.
    func timedSite(
        limiting timeouts: WritableKeyPath<TransportOptions, Duration?>..., by handler: @escaping LoopbackServer.Handler
    ) throws -> (clock: TestScheduler, site: Site) {
        try timedSite(
            options: { options in
                for timeout in timeouts { options[keyPath: timeout] = .seconds(100) }
            }, handler)
    }

    /// Starts a server and creates a transport with virtual time.
    func timedSite(
        server changeServer: (inout LoopbackServer.Options) -> Void = { _ in },
        options change: (inout TransportOptions) -> Void, _ handler: @escaping LoopbackServer.Handler
    ) throws -> (clock: TestScheduler, site: Site) {
        let clock = TestScheduler()
        let site = try site(
            server: changeServer,
            options: {
                $0.scheduler = clock
                change(&$0)
            }, handler)
        return (clock, site)
    }
}

extension Transport {
    /// Subscribes to an exchange, with the content coding of the client, and returns it.
    func start(
        _ request: HTTPRequest, body: HTTPBody? = nil, _ reaction: RunningExchange.Reaction? = nil
    ) -> RunningExchange {
        var request = request
        request.decodesContent = true
        return RunningExchange(send(request, body: body).decodingContent(of: request), reaction)
    }
}
