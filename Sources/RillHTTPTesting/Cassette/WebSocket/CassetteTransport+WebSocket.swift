internal import RillHTTP
internal import RillWebSocket

/// WebSocket connections, whose messages are recorded and played.
extension CassetteTransport {
    func sendWebSocket(
        _ request: HTTPRequest, _ body: HTTPBody?, over upstream: any Transport
    ) -> Observable<TransportEvent> {
        .deferred { [self] in
            let message = HAR.Request(request, url: try request.checkedURL(), body: nil)
            let received = body?.chunks ?? .empty()
            switch try session(for: message).role() {
            case .recorder(let recorder):
                return try recorder.recordConnection(message, request, received, over: upstream)
            case .player(let player):
                return try player.playConnection(message, request, received)
            case .drifting:
                let reason = "a cassette cannot detect the drift of a WebSocket connection: use the mode none or all"
                throw TransportError(.invalidRequest, reason)
            }
        }
    }

    /// Accepts the handshake of a client, whose messages pass through the cassette.
    fileprivate static func upgrade(_ request: HTTPRequest) throws -> WebSocketUpgrade {
        do {
            return try WebSocketUpgrade(request.headerFields, options: .unlimited)
        } catch {
            throw TransportError(.invalidRequest, error.description)
        }
    }
}

extension WebSocketOptions {
    /// Options for both sides of a cassette, so that the limits of the client apply.
    fileprivate static var unlimited: WebSocketOptions {
        var options = WebSocketOptions()
        options.maximumMessageSize = .max
        options.keepAliveInterval = nil
        return options
    }
}

extension HTTPField.Name {
    fileprivate static let webSocketProtocol = HTTPField.Name(literal: "Sec-WebSocket-Protocol")
}

// MARK: Recording

extension CassetteRecorder {
    /// Opens a connection, and returns the events of the client's exchange with the cassette.
    fileprivate func recordConnection(
        _ message: HAR.Request, _ request: HTTPRequest, _ received: Observable<[UInt8]>, over upstream: any Transport
    ) throws -> Observable<TransportEvent> {
        let number = nextNumber()
        let recorded = RecordedConnection(message, clock: clock)
        let upgrade = try CassetteTransport.upgrade(request)
        var fields = request.headerFields
        let protocols = fields.elements(of: .webSocketProtocol)
        fields.removeAll {
            $0.name == .upgrade || $0.name == .connection || $0.name.canonicalName.hasPrefix("sec-websocket-")
        }
        let rejection = RejectedHandshake(upstream: upstream)
        let client = Client(baseURL: "\(request.scheme ?? "")://\(request.authority ?? "")", transport: rejection)
        return
            client.webSocket(
                URLPath(encoded: request.path ?? "/"), headerFields: fields, protocols: protocols, options: .unlimited
            )
            .do(onError: { _ in recorded.serverDidClose() }, onCompleted: { recorded.serverDidClose() })
            .flatMap { server in
                var head = HTTPResponse(status: .switchingProtocols, headerFields: upgrade.responseFields)
                if let name = server.subprotocol { head.headerFields[.webSocketProtocol] = name }
                recorded.open(server, head)
                let bytes = upgrade.run(received) { client in recorded.forward(client, server) }
                return Observable.just(TransportEvent.head(head)).concat(bytes.map { .chunk($0) })
            }
            .catch { error in
                if let events = rejection.events { return .from(events) }
                // The client describes the lost connection.
                if recorded.isOpen { return .empty() }
                throw (error as? APIError)?.underlying as? TransportError ?? TransportError(.closedEarly, "\(error)")
            }
            .do(onDispose: { [self] in saveAfterDisposal(recorded.entry(rejection.events), number) })
    }
}

/// A transport that keeps the response of a server that rejects a handshake.
private struct RejectedHandshake: Transport {
    let upstream: any Transport
    private let response = Monitor<[TransportEvent]>([])

    /// The events of the response, or `nil` if the server has not rejected the handshake.
    var events: [TransportEvent]? {
        let events = response.read { $0 }
        guard case .head(let head)? = events.first, head.status != .switchingProtocols else { return nil }
        return events
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        upstream.send(request, body: body).do(onNext: { event in
            response.update { events in
                if case .head = event {
                    events = [event]
                } else if case .head(let head)? = events.first, head.status != .switchingProtocols {
                    events.append(event)
                }
            }
        })
    }
}

// MARK: Playback

extension CassettePlayer {
    /// Returns the recorded connection, or the response that rejected it.
    fileprivate func playConnection(
        _ message: HAR.Request, _ request: HTTPRequest, _ received: Observable<[UInt8]>
    ) throws -> Observable<TransportEvent> {
        let (number, entry) = try entry(for: message)
        guard let messages = entry.webSocketMessages else {
            return try PlayedResponse(entry, number: number, file: file).events(on: settings.scheduler)
        }
        let upgrade = try CassetteTransport.upgrade(request)
        var head = HTTPResponse(status: .switchingProtocols, headerFields: upgrade.responseFields)
        let name = entry.response.headers.first { $0.name.lowercased() == "sec-websocket-protocol" }
        if let name { head.headerFields[.webSocketProtocol] = name.value }
        let failure = ReplaySubject<Void>(bufferSize: 1)
        let played = PlayedConnection(
            messages, since: HAR.Message.time(of: entry.startedDateTime),
            filter: settings.filter.learned(from: message), scheduler: settings.scheduler,
            name: "log.entries[\(number)] of \(file.name)")
        let bytes = upgrade.run(received) { client in
            played.messages(to: client).catch { error in
                failure.on(error is PlayedConnection.Loss ? .next(()) : .error(error))
                return .never()
            }
        }
        return Observable.just(.head(head)).concat(bytes.map { .chunk($0) }).take(until: failure)
    }
}
