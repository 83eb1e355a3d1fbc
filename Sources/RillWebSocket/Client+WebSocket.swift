internal import Foundation
public import Rill
public import RillHTTP

extension Client {
    /// Opens a WebSocket connection.
    ///
    ///     let chat = client.webSocket("/chat", protocols: ["v2"]).flatMap { socket in
    ///         socket.sending("hello").flatMap { socket.messages }
    ///     }
    ///
    /// Nothing is sent until the observable is subscribed to, and each subscription opens a connection. The handshake is a
    /// request that passes through the middleware of the client, so that authentication, cookies, redirects and retries work as
    /// for others. Disposing the subscription ends the connection without a close handshake; see
    /// ``WebSocket/close()``.
    ///
    /// The connection needs a transport that supports upgrades, such as ``/RillHTTP/CurlTransport``. On Apple platforms, a client
    /// with `URLSessionTransport` uses URLSession's own connections, to which its `TransportOptions` do not apply. The client's
    /// ``/RillHTTP/Client/timeout`` does not apply.
    ///
    /// ## Errors
    /// Always an ``/RillHTTP/APIError``. Its ``/RillHTTP/APIError/underlying`` error is a ``WebSocketError`` if the server closes
    /// the connection with another code than ``WebSocketCloseCode/normalClosure``, violates the protocol, or does not respond in
    /// time.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's base URL, or a complete URL that begins with `https://` or `http://`.
    ///   - query: The query items. Defaults to none.
    ///   - headerFields: Additional header fields of the handshake. `Upgrade`, `Connection`, and the fields that begin with
    ///     `Sec-WebSocket-` are invalid. Defaults to none.
    ///   - protocols: The names of the requested subprotocols, in order of preference. Defaults to none.
    ///   - options: The limits and time limits.
    /// - Returns: A cold observable that emits the connection when the server has accepted it, and completes when it has been
    ///   closed normally.
    /// - SeeAlso: RFC 6455
    public func webSocket(
        _ path: URLPath, query: QueryItems = [:], headerFields: HTTPFields = [:], protocols: [String] = [],
        options: WebSocketOptions = WebSocketOptions()
    ) -> Observable<WebSocket> {
        .deferred {
            var request = Endpoint<Void>(path, query: query)
            let opening: WebSocketOpening
            do {
                let reason = options.invalidReason ?? WebSocketHandshake.problem(ofAdding: headerFields)
                if let reason { throw TransportError(.invalidRequest, reason) }
                let offers = options.compression.map { DeflateParameters.isAvailable ? [$0.parameters] : [] } ?? []
                let handshake = try WebSocketHandshake(subprotocols: protocols, compressionOffers: offers)
                opening = WebSocketOpening(handshake, options, scheduler: scheduler)
            } catch {
                return .error(failure(of: request, error))
            }
            request.headerFields = opening.fields(adding: headerFields)
            request.body = opening.body
            request.options.attemptTimeout = options.handshakeTimeout
            request.acceptsStatus = { $0 == 101 }
            return webSocketClient(options).stream(request, as: StreamingParser { events, _ in opening.run(events) })
        }
    }
}

extension Client {
    /// The client, with a transport that supports upgrades.
    private func webSocketClient(_ options: WebSocketOptions) -> Client {
        #if canImport(Darwin)
            guard transport is URLSessionTransport else { return self }
            var client = self
            client.transport = URLSessionWebSockets(options: options)
            return client
        #else
            return self
        #endif
    }
}

/// The handshake of a client, followed by the connection.
private final class WebSocketOpening: @unchecked Sendable {  // `lock` guards the variable
    private let handshake: WebSocketHandshake
    private let options: WebSocketOptions
    private let scheduler: any Scheduler
    private let sessions = ReplaySubject<WebSocketSession>(bufferSize: 1)
    private let lock = NSLock()
    private var session: WebSocketSession?

    init(_ handshake: WebSocketHandshake, _ options: WebSocketOptions, scheduler: any Scheduler) {
        self.handshake = handshake
        self.options = options
        self.scheduler = scheduler
    }

    /// Returns the given fields and the fields of the handshake.
    func fields(adding others: HTTPFields) -> HTTPFields {
        var fields = others
        for field in handshake.requestFields { fields[field.name] = field.value }
        return fields
    }

    /// The bytes that are sent after the handshake.
    ///
    /// Each attempt subscribes, and nothing is sent before one of them has been accepted.
    var body: HTTPBody { .stream(sessions.take(1).flatMap { $0.output }, contentType: nil) }

    /// Returns the connection when the head of the response has arrived, and then runs it.
    func run(_ events: Observable<TransportEvent>) -> Observable<WebSocket> {
        events.running({ self.current }, until: sessions.flatMap { $0.interruption }) { event in
            switch event {
            case .head(let head): .just(try self.accept(head))
            case .chunk(let bytes): self.current?.receive(bytes) ?? .empty()
            }
        }
        .do(onDispose: { self.current?.end() })  // senders and readers end after the subscriber has received the reason
        .share()  // a pause of the subscriber does not pause the messages
    }

    private var current: WebSocketSession? { lock.withLock { session } }

    private func accept(_ head: HTTPResponse) throws -> WebSocket {
        let agreement = try handshake.agreement(status: head.status.code, head.headerFields)
        let session = WebSocketSession(.client, agreement, options, scheduler: scheduler)
        lock.withLock { self.session = session }
        sessions.onNext(session)
        session.scheduleKeepAlive()
        return WebSocket(session, subprotocol: agreement.subprotocol)
    }
}
