internal import RillHTTPTesting

/// The environment of a running case: it creates servers and transports.
final class CaseContext: Sendable {
    /// The maximum duration of each wait in a case without progress of the body.
    ///
    /// Bound to the thread that runs the case.
    @TaskLocal static var limit = Duration.seconds(30)

    /// The kind of the connections of the case.
    let carrier: Carrier

    private let makeTransport: @Sendable (TransportConformance.Setup) throws -> any Transport
    private let limit: Duration
    private let servers = Monitor<[LoopbackServer]>([])
    private let peers = Monitor<[HTTP2Peer]>([])
    private let lastHandler = Monitor<LoopbackServer.Handler>({ _ in .status(.serviceUnavailable) })

    init(
        _ carrier: Carrier, limit: Duration,
        _ makeTransport: @escaping @Sendable (TransportConformance.Setup) throws -> any Transport
    ) {
        self.carrier = carrier
        self.limit = limit
        self.makeTransport = makeTransport
    }

    // MARK: Servers and transports

    /// Starts a server that is stopped when the case ends.
    func serve(
        _ options: LoopbackServer.Options = .init(), _ handler: @escaping LoopbackServer.Handler
    ) throws -> LoopbackServer {
        let server = try LoopbackServer(options: options, handler: handler)
        servers.update { $0.append(server) }
        lastHandler.update { $0 = handler }
        return server
    }

    /// Starts an HTTP/2 proxy that is stopped when the case ends.
    func startPeer(inFrontOf server: LoopbackServer, isSecure: Bool = true) throws -> HTTP2Peer {
        let peer = try HTTP2Peer(inFrontOf: server, isSecure: isSecure)
        peers.update { $0.append(peer) }
        return peer
    }

    /// Starts a proxy that is stopped when the case ends.
    func serveProxy(
        _ kind: LoopbackProxy.Kind = .http, tls: LoopbackServer.TLS? = nil,
        credentials: LoopbackProxy.Credentials? = nil,
        override: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response? = { _ in nil }
    ) throws -> LoopbackProxy {
        let proxy = try LoopbackProxy(kind, tls: tls, credentials: credentials, override: override)
        servers.update { $0.append(proxy.server) }
        return proxy
    }

    /// Creates a transport, which trusts the test certificates in TLS and HTTP/2 cases.
    ///
    /// Call this method after starting the server.
    func transport(_ change: (inout TransportOptions) -> Void = { _ in }) throws -> any Transport {
        var options = TransportOptions()
        options.proxy = .none
        if carrier != .plain { options.certificateAuthorityFile = try TestCertificates.shared().authorityFile }
        change(&options)
        return try makeTransport(TransportConformance.Setup(options: options, handler: lastHandler.read { $0 }))
    }

    // MARK: Running

    /// Runs the body of a case on a dedicated thread and stops its servers afterward.
    func run(_ body: @escaping @Sendable (CaseContext) throws -> Void) async -> Result<Void, CaseFailure> {
        let outcome = Monitor<Result<Void, CaseFailure>?>(nil)
        // This limit is exceeded if a call into the transport does not return, or if several waits are very long.
        let totalLimit = limit * 8
        let stuck = CaseFailure(
            "timed out after \(totalLimit): the case did not end, or a call into the transport did not return")
        do {
            try NativeThread.start {
                let result = self.runOnce(body)
                outcome.update { $0 = result }
            }.detach()
            return try await NativeThread.run { outcome.wait(timeout: totalLimit) { $0 } ?? .failure(stuck) }
        } catch {
            return .failure(CaseFailure("cannot start a thread: \(error)"))
        }
    }

    private func runOnce(_ body: (CaseContext) throws -> Void) -> Result<Void, CaseFailure> {
        let late = Monitor<[String]>([])
        let recordLateError: UndeliveredErrors.Handler = { error in late.update { $0.append("\(error)") } }
        let result = UndeliveredErrors.withHandler(recordLateError) {
            Result { try Self.$limit.withValue(limit) { try body(self) } }
        }
        let all = servers.read { $0 }
        let serverText = all.map { server in server.record.read { $0.summary } }.joined(separator: "; ")
        for peer in peers.read({ $0 }) { peer.stop() }
        for server in all { server.stop() }
        var failure: CaseFailure
        switch result {
        case .failure(let error as CaseFailure): failure = error
        case .failure(let error): failure = CaseFailure("unexpected error: \(error)")
        case .success:
            guard let error = late.read({ $0.first }) else { return .success(()) }
            failure = CaseFailure("expected no event after disposal, but the transport sent the error: \(error)")
        }
        failure.serverText = serverText
        return .failure(failure)
    }
}
