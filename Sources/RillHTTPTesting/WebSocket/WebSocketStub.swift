public import Rill
public import RillHTTP
public import RillWebSocket

/// A transport that accepts WebSocket connections without a network, in virtual time if the scheduler is virtual.
///
///     let server = WebSocketStub(scheduler: kit.scheduler) { socket in
///         kit.cold("--a--b|", values: ["a": "one", "b": "two"]).concatMap { socket.sending($0) }
///     }
///     let client = Client(baseURL: "http://test", transport: server, scheduler: kit.scheduler)
///
/// Messages pass through the protocol in both directions, so that limits and compression apply.
public final class WebSocketStub: Transport, @unchecked Sendable {  // `lock` guards `sentRequests`
    private let protocols: [String]
    private let options: WebSocketOptions
    private let scheduler: any Scheduler
    private let serve: @Sendable (WebSocketUpgrade, Observable<[UInt8]>) -> Observable<[UInt8]>
    private let lock = Lock()
    private var sentRequests: [HTTPRequest] = []

    /// The requests sent so far, in order.
    public var requests: [HTTPRequest] { lock.withLock { sentRequests } }

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - protocols: The names of the supported subprotocols. Defaults to none.
    ///   - options: The limits, time limits, and the compression if the client offers it.
    ///   - scheduler: The scheduler of the server's time limits.
    ///   - handle: A closure that is called with each connection, on the side of the server. When the returned observable
    ///     completes, the connection is closed normally.
    public init<Output>(
        protocols: [String] = [], options: WebSocketOptions = WebSocketOptions(), scheduler: any Scheduler,
        _ handle: @escaping @Sendable (WebSocket) -> Observable<Output>
    ) {
        self.protocols = protocols
        self.options = options
        self.scheduler = scheduler
        serve = { upgrade, received in upgrade.run(received, scheduler: scheduler, handle) }
    }

    /// Records a request and accepts the connection, or responds with the status 400 if the request is not a handshake.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The bytes that the client sends.
    /// - Returns: A cold observable of the head and the bytes that the server sends.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred { [self] in
            lock.withLock { sentRequests.append(request) }
            return response(to: request, body)
        }
    }

    private func response(to request: HTTPRequest, _ body: HTTPBody?) -> Observable<TransportEvent> {
        do {
            let upgrade = try WebSocketUpgrade(request.headerFields, protocols: protocols, options: options)
            let head = HTTPResponse(status: .switchingProtocols, headerFields: upgrade.responseFields)
            let bytes = serve(upgrade, body?.chunks ?? .empty())
            return .just(.head(head)).concat(bytes.map { .chunk($0) })
        } catch {
            let chunk = TransportEvent.chunk(Array(error.text.utf8))
            return .from([.head(HTTPResponse(status: .badRequest)), chunk])
        }
    }
}
