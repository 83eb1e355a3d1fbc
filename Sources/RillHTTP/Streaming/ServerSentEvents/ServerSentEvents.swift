internal import RillHTTPTypes

extension StreamingParser<ServerSentEvent> {
    /// Parses Server-Sent Events of a single connection, with at most 1 MiB per line and 8 MiB per event.
    ///
    /// To reconnect when the stream ends, use
    /// ``Client/serverSentEvents(_:lastEventID:lineLimit:eventLimit:reconnection:)``.
    public static let serverSentEvents = serverSentEvents()

    /// Returns a parser of Server-Sent Events of a single connection.
    ///
    /// Follows the WHATWG specification: lines end with LF, CR or CR LF; comments, unknown fields, events without data,
    /// and an incomplete event at the end of the stream are ignored. Responses with a `Content-Type` other than
    /// `text/event-stream` fail the stream with a ``BodyDecodingError``, unless the status is 204.
    ///
    /// - Parameters:
    ///   - lineLimit: The maximum length of a line in bytes. Must be at least 1. Defaults to 1 MiB.
    ///   - eventLimit: The maximum size of the data of an event in bytes. Must be at least 1. Defaults to 8 MiB.
    /// - Returns: The parser, which accepts `text/event-stream`.
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    public static func serverSentEvents(lineLimit: Int = 1 << 20, eventLimit: Int = 8 << 20) -> StreamingParser {
        precondition(
            lineLimit > 0 && eventLimit > 0,
            "serverSentEvents: lineLimit and eventLimit must be at least 1, got \(lineLimit) and \(eventLimit)")
        return StreamingParser(accept: ServerSentEvent.contentType) { exchange, _ in
            exchange.serverSentEvents(ServerSentEventParser(lineLimit: lineLimit, eventLimit: eventLimit))
        }
    }
}

extension Observable<TransportEvent> {
    /// Validates the media type of the response and parses its body.
    ///
    /// - Parameters:
    ///   - parser: The initial state of the parser.
    ///   - onItem: A closure that is called for each item before its event, if any, is emitted. Defaults to a closure that
    ///     does nothing.
    /// - Returns: An observable of the events.
    func serverSentEvents(
        _ parser: ServerSentEventParser, onItem: @escaping @Sendable (ServerSentEventParser.Item) -> Void = { _ in }
    ) -> Observable<ServerSentEvent> {
        compactMap { event in
            switch event {
            case .head(let head):
                try head.check(contentType: [ServerSentEvent.contentType])
                return nil
            case .chunk(let bytes):
                return bytes
            }
        }
        .parsed(by: parser, "serverSentEvents", file: #fileID, line: #line)
        .compactMap { item in
            onItem(item)
            return if case .event(let event) = item { event } else { nil }
        }
    }
}
