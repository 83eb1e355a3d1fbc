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

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let eventLimit: Int
    private var splitter: LineSplitter

    // The event that is being parsed.
    private var type = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var id: String

    /// The identifier when the last event was dispatched.
    private var lastEventID: String

    /// Creates a parser for the beginning of a stream.
    ///
    /// - Parameters:
    ///   - lastEventID: The last identifier of the continued stream. Events have it until the server sends another.
    ///     Defaults to an empty string.
    ///   - lineLimit: The maximum length of a line in bytes.
    ///   - eventLimit: The maximum size of the data of an event in bytes.
    package init(lastEventID: String = "", lineLimit: Int, eventLimit: Int) {
        self.lastEventID = lastEventID
        self.eventLimit = eventLimit
        id = lastEventID
        splitter = LineSplitter(breaks: .all, limit: lineLimit)
    }

    package mutating func append(_ chunk: [UInt8]) { splitter.append(chunk) }

    package mutating func next() throws -> Item? {
        while let line = try nextLine() {
            switch line {
            case .empty: if let item = dispatch() { return item }
            case .type(let name): type = name
            case .data(let bytes): try append(data: bytes)
            case .id(let text): id = text
            case .retry(let milliseconds): return .retry(.milliseconds(milliseconds))
            case .ignored: break
            }
        }
        return nil
    }

    package mutating func last() throws -> Item? { nil }

    private mutating func nextLine() throws -> ServerSentEventLine? {
        let isFirst = splitter.count == 0
        return try splitter.next { bytes in
            // The byte order mark contains no line break, so it is always complete in the first line.
            guard isFirst, bytes.starts(with: Self.byteOrderMark) else { return ServerSentEventLine(bytes) }
            return ServerSentEventLine(UnsafeBufferPointer(rebasing: bytes[3...]))
        }
    }

    private mutating func append(data line: [UInt8]) throws {
        let count = data.count + line.count + (hasData ? 1 : 0)
        guard count <= eventLimit else {
            throw BodyDecodingError(
                .tooLong, line: splitter.count, "event data exceeds the limit of \(eventLimit) bytes")
        }
        if hasData { data.append(UInt8(ascii: "\n")) }
        data += line
        hasData = true
    }

    /// Returns the item that an empty line completes.
    ///
    /// Without data there is no event, but the identifier is still updated.
    private mutating func dispatch() -> Item? {
        defer {
            type = ""
            data.removeAll(keepingCapacity: data.count < 4_096)
            hasData = false
            lastEventID = id
        }
        guard hasData else { return id == lastEventID ? nil : .lastEventID(id) }
        return .event(
            ServerSentEvent(
                type: type.isEmpty ? "message" : type, data: String(decoding: data, as: UTF8.self), id: id))
    }
}
