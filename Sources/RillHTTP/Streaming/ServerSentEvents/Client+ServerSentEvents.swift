public import Rill

extension Client {
    /// Receives Server-Sent Events and reconnects whenever the connection ends.
    ///
    ///     let ticks = client.serverSentEvents(Ticker()).filter { $0.type == "tick" }
    ///
    /// When a connection ends, breaks or cannot be established, the client waits and then sends the request again, with
    /// the last event identifier as `Last-Event-ID` if it is a valid field value. The policy and the server's `retry`
    /// field determine the delay, which is scheduled on the client's ``scheduler``. The request accepts
    /// `text/event-stream` and disables caches. Status 204 completes the stream. While the subscriber is paused,
    /// back-pressure is applied to the server, and no new connection is established.
    ///
    /// The client's ``timeout`` does not apply; the request's own timeout limits each connection. Transports have a
    /// separate timeout for idle connections, ``TransportOptions/idleTimeout``, which also causes a reconnection.
    ///
    /// ## Errors
    /// Fails with an ``APIError`` if the policy does not retry the failure, such as another status or a `Content-Type`
    /// other than `text/event-stream`, or with the last failure when the maximum number of attempts is reached.
    ///
    /// - Parameters:
    ///   - request: The request. Its own parser is ignored.
    ///   - lastEventID: The identifier of the last event of an earlier stream, from which to continue. Defaults to an
    ///     empty string, which starts a new stream.
    ///   - lineLimit: The maximum length of a line in bytes. Must be at least 1. Defaults to 1 MiB.
    ///   - eventLimit: The maximum size of the data of an event in bytes. Must be at least 1. Defaults to 8 MiB.
    ///   - reconnection: The reconnection policy. Defaults to reconnecting after every end and after transient
    ///     failures.
    /// - Returns: A cold observable of the events.
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    public func serverSentEvents(
        _ request: some Request, lastEventID: String = "", lineLimit: Int = 1 << 20, eventLimit: Int = 8 << 20,
        reconnection: ReconnectionPolicy = ReconnectionPolicy()
    ) -> Observable<ServerSentEvent> {
        precondition(
            lineLimit > 0 && eventLimit > 0,
            "serverSentEvents: lineLimit and eventLimit must be at least 1, got \(lineLimit) and \(eventLimit)")
        let attempts = reconnection.attempts ?? 1
        let idleTimeout = reconnection.idleTimeout ?? .seconds(1)
        precondition(attempts > 0, "ReconnectionPolicy: attempts must be at least 1, got \(attempts)")
        precondition(
            reconnection.maximumServerDelay >= .zero,
            "ReconnectionPolicy: maximumServerDelay must not be negative, got \(reconnection.maximumServerDelay)")
        precondition(
            idleTimeout > .zero, "ReconnectionPolicy: idleTimeout must be greater than zero, got \(idleTimeout)")
        return .deferred {
            let limits = (line: lineLimit, event: eventLimit)
            return .concat(IteratorSequence(EventConnections(self, request, lastEventID, reconnection, limits)))
        }
    }
}
