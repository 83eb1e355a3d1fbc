/// A small HTTP/1.1 server on 127.0.0.1, for tests and samples.
///
///     let server = try LoopbackServer { request in
///         request.path == "/tags" ? .json(#"[{"id": "swift"}]"#) : .status(.notFound)
///     }
///     defer { server.stop() }
///     // … send requests to server.baseURL …
///     try await server.waitForRequests(2)
///
/// It reads requests strictly, and answers what is not well-formed HTTP with 400. What it answers well-formed requests is
/// up to the handler: whole bodies, bodies that arrive bit by bit, and whatever servers in the wild do wrong, each as a
/// script of steps. It records what it has read and written, and offers waits for that, so that a test never has to sleep.
///
/// Every connection has its own thread. All of them, and all sockets, are gone when `stop()` returns.
public final class LoopbackServer: Sendable {
    /// Answers a request.
    ///
    /// It is called on the connection's thread, for several connections at once, and must not block: a response that
    /// should wait uses a `Gate`. What it throws is answered with status 500.
    public typealias Handler = @Sendable (Request) throws -> Response

    /// The port on which the server listens.
    public let port: UInt16

    /// Whether the server speaks TLS.
    public let isSecure: Bool

    let record: Monitor<ServerRecord>
    private let stopGate: Gate
    private let acceptThread: Monitor<NativeThread?>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - options: The port and the limits.
    ///   - handler: Answers the requests. It is released when the server stops.
    /// - Throws: `SocketError` if the port is taken, or if the process may not open another socket or thread;
    ///   `TLSError` if the server should speak TLS and cannot.
    public init(options: Options = Options(), handler: @escaping Handler) throws {
        let tls = try options.tls.map { tls throws(TLSError) in try TLSContext(tls) }
        let listener = try Listener(port: options.port)
        let context = ServerContext(
            options: options, record: Monitor(ServerRecord()), stop: Gate(pipe: try Descriptor.makePipe()), tls: tls)
        let loop = AcceptLoop(listener: listener, context: context, handler: handler)
        port = listener.port
        isSecure = tls != nil
        record = context.record
        stopGate = context.stop
        acceptThread = Monitor(
            try NativeThread.start {
                context.record.update { $0.threads.append(.current) }
                loop.run()
                context.record.update { $0.threads.removeAll(where: \.isCurrent) }
            })
    }

    deinit {
        stop()
    }

    /// Stops listening, closes all connections, and waits for all threads to end; does nothing if that is done.
    ///
    /// Called by the handler itself, it only begins to stop: the threads end when the handler has returned.
    public func stop() {
        stopGate.open()
        let isOwnThread = record.update { record in
            record.isStopping = true
            return record.threads.contains(where: \.isCurrent)
        }
        guard !isOwnThread else { return }
        if let thread = acceptThread.update({ $0.take() }) {
            thread.join()
            record.update { $0.isStopped = true }
        } else {
            _ = record.wait { $0.isStopped ? true : nil }
        }
    }

    // MARK: Address

    /// The host and the port: `127.0.0.1:40123`.
    public var authority: String { "127.0.0.1:\(port)" }

    /// The scheme of the server's address: `https` if it speaks TLS, otherwise `http`.
    public var scheme: String { isSecure ? "https" : "http" }

    /// The address of the server, without a slash at its end: `http://127.0.0.1:40123`.
    public var baseURL: String { "\(scheme)://\(authority)" }

    // MARK: What has happened

    /// The requests that were read, in the order in which they were complete.
    public var requests: [Request] { record.read { $0.requests } }

    /// The connections that were accepted, in order; the one with number 1 comes first.
    public var connections: [Connection] { record.read { $0.connections } }

    /// How many bytes of bodies, without framing, the system has taken from the server on all connections.
    ///
    /// What a client does not read stays in the buffers of both sockets: where the client holds back, this count comes
    /// to rest a few buffers ahead of what the client has read. It is raised just after the system has taken the bytes, so
    /// that a client may see the last of them first: await a number with `waitForBodyBytes(_:timeout:)`.
    public var bodyBytesWritten: Int { record.read { $0.bodyBytesWritten } }
}
