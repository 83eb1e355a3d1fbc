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
public final class WebSocketStub: Transport {
    /// Accepts a handshake, and returns the response for the bytes that the client sends.
    private let accept:
        @Sendable (HTTPRequest, Observable<[UInt8]>) throws(WebSocketError) -> Observable<TransportEvent>
    private let sent = Monitor<[HTTPRequest]>([])

    /// The requests sent so far, in order.
    public var requests: [HTTPRequest] { sent.read { $0 } }

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
        accept = { request, received throws(WebSocketError) in
            let upgrade = try WebSocketUpgrade(request.headerFields, protocols: protocols, options: options)
            let head = HTTPResponse(status: .switchingProtocols, headerFields: upgrade.responseFields)
            let bytes = upgrade.run(received, scheduler: scheduler, handle)
            return .just(.head(head)).concat(bytes.map { .chunk($0) })
        }
    }

    /// Records a request and accepts the connection, or responds with the status 400 if the request is not a handshake.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The bytes that the client sends.
    /// - Returns: A cold observable of the head and the bytes that the server sends.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred { [self] in
            sent.update { $0.append(request) }
            do throws(WebSocketError) {
                return try accept(request, body?.chunks ?? .empty())
            } catch {
                let chunk = TransportEvent.chunk(Array(error.text.utf8))
                return .from([.head(HTTPResponse(status: .badRequest)), chunk])
            }
        }
    }
}
