/// Reads a stream of events as the WHATWG text says, wherever its chunks begin and end.
///
/// An event that the end of the stream cuts off is dropped.
package struct ServerSentEventParser: ChunkParser {
    /// What a stream of events holds for its reader.
    package enum Item: Sendable, Hashable {
        /// An event.
        case event(ServerSentEvent)

        /// The identifier to go on from, where there is no event to carry it.
        case lastEventID(String)

        /// How long to wait before a new connection; more than a day is a day.
        case retry(Duration)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let eventLimit: Int
    private var splitter: LineSplitter

    // The event that is being put together.
    private var type = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var id: String

    /// The identifier as it stood when the last event was complete.
    private var lastEventID: String

    /// Makes a parser at the beginning of a stream.
    ///
    /// - Parameters:
    ///   - lastEventID: The last identifier of the stream that this one goes on with; events have it until there is another.
    ///   - lineLimit: How many bytes a line may have.
    ///   - eventLimit: How many bytes the data of an event may have.
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
            case .empty: if let item = complete() { return item }
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
            // The mark holds no break, so that it lies in the first line whole, however the stream is cut.
            guard isFirst, bytes.starts(with: Self.byteOrderMark) else { return ServerSentEventLine(bytes) }
            return ServerSentEventLine(UnsafeBufferPointer(rebasing: bytes[3...]))
        }
    }

    private mutating func append(data line: [UInt8]) throws {
        let count = data.count + line.count + (hasData ? 1 : 0)
        guard count <= eventLimit else {
            throw BodyReadingError(
                .tooLong, line: splitter.count, "the data of the event has more than \(eventLimit) bytes")
        }
        if hasData { data.append(UInt8(ascii: "\n")) }
        data += line
        hasData = true
    }

    /// What an empty line completes.
    ///
    /// Without data there is no event; the identifier counts all the same.
    private mutating func complete() -> Item? {
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
