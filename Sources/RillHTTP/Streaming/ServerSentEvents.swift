internal import Rill

extension StreamingParser<ServerSentEvent> {
    /// Reads Server-Sent Events from one connection, with lines of 1 MiB and events of 8 MiB at most.
    ///
    /// What connects again when the stream ends is ``Client/serverSentEvents(_:lastEventID:lineLimit:eventLimit:reconnection:)``.
    public static let serverSentEvents = serverSentEvents()

    /// Reads Server-Sent Events from one connection.
    ///
    /// The stream is read as the WHATWG text says: lines end at LF, CR or both; comments and unknown fields are passed
    /// over; an event without data is none, and one that the end of the stream cuts off is dropped. An answer that has
    /// another `Content-Type` than `text/event-stream` fails the stream with a ``BodyReadingError``, unless it is 204.
    ///
    /// - Parameters:
    ///   - lineLimit: How many bytes a line may have, one or more; 1 MiB if left out.
    ///   - eventLimit: How many bytes the data of an event may have, one or more; 8 MiB if left out.
    /// - Returns: The parser, which asks for `text/event-stream`.
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/server-sent-events.html>
    public static func serverSentEvents(lineLimit: Int = 1 << 20, eventLimit: Int = 8 << 20) -> StreamingParser {
        precondition(lineLimit > 0 && eventLimit > 0, "server-sent events need limits of one byte or more")
        return StreamingParser(accept: ServerSentEvent.contentType) { exchange, _ in
            exchange.serverSentEventItems(ServerSentEventParser(lineLimit: lineLimit, eventLimit: eventLimit))
                .compactMap { item in
                    if case .event(let event) = item { event } else { nil }
                }
        }
    }
}

extension ServerSentEvent {
    /// The media type of a stream of events.
    static let contentType = "text/event-stream"
}

extension Observable<TransportEvent> {
    /// Checks that the answer is a stream of events, and reads it.
    func serverSentEventItems(_ parser: ServerSentEventParser) -> Observable<ServerSentEventParser.Item> {
        compactMap { event in
            switch event {
            case .head(let head):
                try head.check(contentType: [ServerSentEvent.contentType])
                return nil
            case .chunk(let bytes):
                return bytes
            }
        }
        .parsed(by: parser, file: #fileID, line: #line)
    }
}
