internal import RillHTTPTypes

/// A parser of Server-Sent Events that follows the WHATWG specification.
///
/// The result does not depend on chunk boundaries.
///
/// An incomplete event at the end of the stream is discarded.
package struct ServerSentEventParser: ChunkParser {
    /// An item of a Server-Sent Events stream.
    package enum Item: Sendable, Hashable {
        /// An event.
        case event(ServerSentEvent)

        /// An event identifier without an event.
        case lastEventID(String)

        /// The reconnection delay, at most one day.
        case retry(Duration)
    }

    private var splitter: LineSplitter
    private var event: PendingServerSentEvent

    /// Creates a parser for the beginning of a stream.
    ///
    /// - Parameters:
    ///   - lastEventID: The last identifier of the continued stream. Events have it until the server sends another.
    ///     Defaults to an empty string.
    ///   - lineLimit: The maximum length of a line in bytes.
    ///   - eventLimit: The maximum size of the data of an event in bytes.
    package init(lastEventID: String = "", lineLimit: Int, eventLimit: Int) {
        event = PendingServerSentEvent(lastEventID: lastEventID, limit: eventLimit)
        splitter = LineSplitter(breaks: .all, limit: lineLimit)
    }

    package mutating func append(_ chunk: [UInt8]) { splitter.append(chunk) }

    package mutating func next() throws -> Item? {
        while let item = try splitter.next({ try event.read($0) }) {
            if let item { return item }
        }
        return nil
    }

    package mutating func last() throws -> Item? { nil }
}
