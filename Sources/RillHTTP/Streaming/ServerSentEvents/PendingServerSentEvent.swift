internal import RillHTTPTypes

/// An event of a Server-Sent Events stream whose lines are being parsed.
struct PendingServerSentEvent: Sendable {
    /// One day.
    ///
    /// Longer delays are reduced to one day, so that sums of durations do not overflow.
    private static let maximumRetry = 86_400_000

    private let limit: Int
    private var lineCount = 0
    private var type = ""
    private var data: String?

    /// The size of the data in bytes, as received.
    private var dataSize = 0
    private var id: String

    /// The identifier when the last event was dispatched.
    private var lastEventID: String

    /// Creates an event without data.
    ///
    /// - Parameters:
    ///   - lastEventID: The last identifier of the continued stream.
    ///   - limit: The maximum size of the data of an event in bytes.
    init(lastEventID: String, limit: Int) {
        self.lastEventID = lastEventID
        self.limit = limit
        id = lastEventID
    }

    /// Reads a line without its terminator, and returns the item that it completes.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws -> ServerSentEventParser.Item? {
        lineCount += 1
        // The byte order mark contains no line break, so it is always complete in the first line.
        let hasMark = lineCount == 1 && line.starts(with: [UInt8].byteOrderMark)
        let line = hasMark ? UnsafeBufferPointer(rebasing: line[3...]) : line
        guard !line.isEmpty else { return dispatch() }
        if let value = Self.value(of: "data", in: line) {
            try append(value)
        } else if let value = Self.value(of: "event", in: line) {
            type = String(decoding: value, as: UTF8.self)
        } else if let value = Self.value(of: "id", in: line) {
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        } else if let value = Self.value(of: "retry", in: line), let delay = Self.milliseconds(value) {
            return .retry(.milliseconds(delay))
        }
        return nil
    }

    /// Returns the value of a field, or `nil` if the line contains another field or a comment.
    private static func value(
        of name: StaticString, in line: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        let length = name.utf8CodeUnitCount
        guard line.starts(with: UnsafeBufferPointer(start: name.utf8Start, count: length)) else { return nil }
        var value = line[length...]
        if let colon = value.popFirst(), colon != UInt8(ascii: ":") { return nil }
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        return UnsafeBufferPointer(rebasing: value)
    }

    /// Parses a number that consists only of ASCII digits.
    private static func milliseconds(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return min(Int(String(decoding: digits, as: UTF8.self)) ?? maximumRetry, maximumRetry)
    }

    private mutating func append(_ line: UnsafeBufferPointer<UInt8>) throws {
        dataSize += line.count + (data == nil ? 0 : 1)
        guard dataSize <= limit else {
            throw BodyDecodingError(.tooLong, line: lineCount, "event data exceeds the limit of \(limit) bytes")
        }
        let text = String(decoding: line, as: UTF8.self)
        if data == nil { data = text } else { data?.append("\n\(text)") }
    }

    /// Returns the item that an empty line completes.
    ///
    /// Without data there is no event, but the identifier is still updated.
    private mutating func dispatch() -> ServerSentEventParser.Item? {
        defer {
            type = ""
            dataSize = 0
            lastEventID = id
        }
        guard let data = data.take() else { return id == lastEventID ? nil : .lastEventID(id) }
        return .event(ServerSentEvent(type: type.isEmpty ? "message" : type, data: data, id: id))
    }
}
