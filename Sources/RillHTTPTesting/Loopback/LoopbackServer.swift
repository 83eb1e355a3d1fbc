/// A small HTTP/1.1 server on 127.0.0.1, for tests and samples.
///
///     let server = try LoopbackServer { request in
///         request.path == "/tags" ? .json(#"[{"id": "swift"}]"#) : .status(.notFound)
///     }
///     defer { server.stop() }
///     // … send requests to server.baseURL …
///     try await server.waitForRequests(2)
///
/// The server parses requests strictly and responds to malformed HTTP with status 400. The handler decides how to
/// respond to well-formed requests: with a complete body, a body delivered in parts, or a script of steps that
/// reproduces the misbehavior of real servers. The server records the requests that it reads and the bytes that it
/// writes. Tests wait for these records instead of sleeping.
///
/// Each connection is served by a dedicated thread. When `stop()` returns, all threads and sockets are closed.
public final class LoopbackServer: Sendable {
    /// A closure that returns the response to a request.
    ///
    /// The server calls the handler on the thread of the connection, concurrently for different connections. The
    /// handler must not block; use a `Gate` to delay a response. If the handler throws, the server responds with status
    /// 500.
    public typealias Handler = @Sendable (Request) throws -> Response

    /// The port that the server listens on, or 0 if it listens on a Unix domain socket.
    public let port: UInt16

    /// A Boolean value that indicates whether the server uses TLS.
    public let isSecure: Bool

    package let record: Monitor<ServerRecord>
    private let stopGate: Gate
    private let acceptThread: Monitor<NativeThread?>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - options: The port, the limits and the TLS configuration. Defaults to plain HTTP on a free port.
    ///   - handler: A closure that returns the response to each request. The server releases it when it stops.
    /// - Throws: `SocketError` if the port is in use or the process cannot create another socket or thread; `TLSError`
    ///   if TLS is requested but unavailable.
    public init(options: Options = Options(), handler: @escaping Handler) throws {
        precondition(
            options.maximumRecordedRequests >= 0,
            "LoopbackServer: maximumRecordedRequests must not be negative, got \(options.maximumRecordedRequests)")
        let tls = try options.tls.map { tls throws(TLSError) in try TLSContext(tls) }
        let listener = try options.unixSocketPath.map(Listener.init(unixSocketPath:)) ?? Listener(port: options.port)
        let context = ServerContext(
            options: options, record: Monitor(ServerRecord()),
            stop: try options.stop ?? Gate(pipe: Descriptor.makePipe()), tls: tls)
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

    /// Stops listening, closes all connections, and waits for all threads to end.
    ///
    /// Does nothing if the server has already stopped.
    ///
    /// When called from the handler, this method starts the shutdown without waiting for it. The threads end after the
    /// handler returns.
    public func stop() {
        stopGate.open()
        // An update also wakes the accept loop, which may be waiting for a connection to end.
        let isOwnThread = record.update { $0.threads.contains(where: \.isCurrent) }
        guard !isOwnThread else { return }
        if let thread = acceptThread.update({ $0.take() }) {
            thread.join()
            record.update { $0.isStopped = true }
        } else {
            _ = record.wait { $0.isStopped ? true : nil }
        }
    }

    // MARK: Address

    /// The host and the port, for example `127.0.0.1:40123`.
    public var authority: String { "127.0.0.1:\(port)" }

    /// The scheme of the server's URL: `https` if the server uses TLS, otherwise `http`.
    public var scheme: String { isSecure ? "https" : "http" }

    /// The base URL of the server without a trailing slash, for example `http://127.0.0.1:40123`.
    public var baseURL: String { "\(scheme)://\(authority)" }

    // MARK: Recorded activity

    /// The recorded requests, in the order in which they were completely received.
    public var requests: [Request] { record.read { $0.requests } }

    /// The accepted connections, in order.
    ///
    /// The first connection has number 1. If there are more than `Options.maximumRecordedRequests`, the oldest ones that
    /// have ended are removed.
    public var connections: [Connection] { record.read { $0.connections } }

    /// The number of response body bytes, excluding framing, that the server has written to the sockets of all
    /// connections.
    ///
    /// Unread bytes remain in the socket buffers. If the client applies back-pressure, the count stops a few buffers
    /// ahead of the bytes that the client has read. The count is updated just after each write, so a client can receive
    /// the last bytes before they are counted. To wait for a value, use `waitForBodyBytes(_:timeout:)`.
    public var bodyBytesWritten: Int { record.read { $0.bodyBytesWritten } }
}
