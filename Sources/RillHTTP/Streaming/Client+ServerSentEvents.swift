public import Rill

extension Client {
    /// Receives the events of a stream that stays open, and connects again whenever it ends.
    ///
    ///     let ticks = client.serverSentEvents(Ticker()).filter { $0.type == "tick" }
    ///
    /// After an end, a connection that breaks or one that does not come about, it waits as the policy and the server's
    /// `retry` say, on the client's ``scheduler``, and sends the request anew, with the last identifier that the server has
    /// sent as `Last-Event-ID`, unless that holds what no field can. It asks for `text/event-stream`, and no cache in
    /// between to keep the answer. A status of 204 completes the stream. While the subscriber is paused the server is held
    /// back, and no connection is made.
    ///
    /// The client's ``timeout`` does not count here; the request's own does, and bounds each connection. Transports have
    /// a time-out of their own for silence, see ``TransportOptions/idleTimeout``: it too leads to a new connection.
    ///
    /// ## Errors
    /// ``APIError`` and nothing else: what the policy does not try again after, such as another status or a `Content-Type`
    /// other than `text/event-stream`; the last failure, when all attempts are used.
    ///
    /// - Parameters:
    ///   - request: What to ask for; its own way to read the answer is left aside.
    ///   - lastEventID: Where to go on from, for a stream that an earlier one has been received of; empty if left out.
    ///   - lineLimit: How many bytes a line may have, one or more; 1 MiB if left out.
    ///   - eventLimit: How many bytes the data of an event may have, one or more; 8 MiB if left out.
    ///   - reconnection: When to connect again, and how long to wait before.
    /// - Returns: A cold observable of the events.
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    public func serverSentEvents(
        _ request: some Request, lastEventID: String = "", lineLimit: Int = 1 << 20, eventLimit: Int = 8 << 20,
        reconnection: ReconnectionPolicy = ReconnectionPolicy()
    ) -> Observable<ServerSentEvent> {
        precondition(lineLimit > 0 && eventLimit > 0, "server-sent events need limits of one byte or more")
        precondition(reconnection.attempts ?? 1 > 0, "a ReconnectionPolicy needs one attempt or more")
        precondition(reconnection.maximumServerDelay >= .zero, "the maximum server delay has to be zero or more")
        precondition(reconnection.idleTimeout ?? .seconds(1) > .zero, "an idle time-out has to be more than zero")
        return .deferred {
            let connections = EventConnections(self, request, lastEventID: lastEventID, reconnection) { lastEventID in
                ServerSentEventParser(lastEventID: lastEventID, lineLimit: lineLimit, eventLimit: eventLimit)
            }
            return .concat(Lazily { connections.next() })
        }
    }
}

/// A sequence of what a closure makes, until it returns nil.
private struct Lazily<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
    let make: @Sendable () -> Element?

    init(_ make: @escaping @Sendable () -> Element?) {
        self.make = make
    }

    func next() -> Element? { make() }
}
