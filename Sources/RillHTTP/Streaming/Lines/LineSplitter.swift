internal import RillHTTPTypes
internal import RillSystem

/// A splitter that divides a body into lines, which can span several chunks.
///
/// It keeps the current chunk and at most `limit` bytes of an incomplete line.
package struct LineSplitter: Sendable {
    /// The line terminators.
    package enum LineBreaks: Sendable {
        /// LF, with an optional preceding CR. A CR without LF is part of the line.
        case lineFeeds

        /// LF, CR, or CR LF.
        case all
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let limit: Int
    private let breaks: LineBreaks

    private var chunk: [UInt8] = []
    private var position = 0

    /// The positions of the next LF and CR in the chunk, or the end of the chunk.
    ///
    /// Cached, so that each byte is searched only once.
    private var nextLineFeed = 0
    private var nextCarriageReturn = 0

    /// The beginning of an incomplete line from earlier chunks.
    private var partial: [UInt8] = []

    /// Whether the previous line ended with a CR, so that a following LF is skipped.
    private var skipsLineFeed = false

    /// The number of lines returned so far.
    package private(set) var count = 0

    /// Creates a splitter.
    ///
    /// - Parameters:
    ///   - breaks: The line terminators.
    ///   - limit: The maximum length of a line in bytes, without its terminator.
    package init(breaks: LineBreaks, limit: Int) {
        self.breaks = breaks
        self.limit = limit
    }

    /// Appends a chunk.
    ///
    /// Unread bytes of the previous chunk are kept.
    ///
    /// - Parameter bytes: The chunk.
    package mutating func append(_ bytes: [UInt8]) {
        chunk = position < chunk.count ? chunk[position...] + bytes : bytes
        position = 0
        nextLineFeed = -1
        nextCarriageReturn = breaks == .all ? -1 : chunk.count
    }

    /// Returns the next line.
    ///
    /// - Parameter read: A closure that converts the line, without its terminator.
    /// - Returns: The result of `read`, or `nil` if another chunk is needed.
    /// - Throws: A ``BodyDecodingError`` if the line is too long. Rethrows any error thrown by `read`.
    package mutating func next<Line>(_ read: (UnsafeBufferPointer<UInt8>) throws -> Line) throws -> Line? {
        if skipsLineFeed, position < chunk.count {
            skipsLineFeed = false
            if chunk[position] == Self.lineFeed { position += 1 }
        }
        let start = position
        guard let end = findBreak() else {
            position = chunk.count
            try keep(chunk[start...])
            return nil
        }
        position = end + 1
        skipsLineFeed = breaks == .all && chunk[end] == Self.carriageReturn
        guard partial.isEmpty else {
            try keep(chunk[start..<end])
            return try deliverPartial(endsAtBreak: true, read)
        }
        let line = start..<(end - (endsInCarriageReturn(chunk, start..<end) ? 1 : 0))
        try countLine(of: line.count)
        return try chunk.withUnsafeBufferPointer { try read(UnsafeBufferPointer(rebasing: $0[line])) }
    }

    /// Returns the last line if it is not terminated.
    ///
    /// Call it after all chunks have been read.
    ///
    /// - Parameter read: A closure that converts the line.
    /// - Returns: The result of `read`, or `nil` if there is no such line.
    /// - Throws: A ``BodyDecodingError`` if the line is too long. Rethrows any error thrown by `read`.
    package mutating func last<Line>(_ read: (UnsafeBufferPointer<UInt8>) throws -> Line) throws -> Line? {
        partial.isEmpty ? nil : try deliverPartial(endsAtBreak: false, read)
    }

    private mutating func deliverPartial<Line>(
        endsAtBreak: Bool, _ read: (UnsafeBufferPointer<UInt8>) throws -> Line
    ) throws -> Line {
        let line = partial
        // The capacity is kept for the next line, unless it is large.
        partial.removeAll(keepingCapacity: partial.count < 4_096)
        let isShorter = endsAtBreak && endsInCarriageReturn(line, line.indices)
        let length = line.count - (isShorter ? 1 : 0)
        try countLine(of: length)
        return try line.withUnsafeBufferPointer { try read(UnsafeBufferPointer(rebasing: $0[..<length])) }
    }

    /// Returns whether a line ends in a CR that belongs to its terminator.
    private func endsInCarriageReturn(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
        breaks == .lineFeeds && !line.isEmpty && bytes[line.upperBound - 1] == Self.carriageReturn
    }

    private mutating func countLine(of length: Int) throws {
        guard length <= limit else { throw tooLong }
        count += 1
    }

    /// Appends bytes to the incomplete line, or throws an error if it becomes too long.
    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws {
        let length = partial.count + bytes.count
        // A trailing CR may be the first half of a CR LF, which does not count toward the limit.
        let endsInCarriageReturn = breaks == .lineFeeds && (bytes.last ?? partial.last) == Self.carriageReturn
        guard (endsInCarriageReturn ? length - 1 : length) <= limit else { throw tooLong }
        partial += bytes
    }

    private var tooLong: BodyDecodingError {
        BodyDecodingError(.tooLong, line: count + 1, "exceeds the limit of \(limit) bytes")
    }

    // MARK: Searching

    private mutating func findBreak() -> Int? {
        if nextLineFeed < position { nextLineFeed = find(Self.lineFeed) }
        if nextCarriageReturn < position { nextCarriageReturn = find(Self.carriageReturn) }
        let end = min(nextLineFeed, nextCarriageReturn)
        return end < chunk.count ? end : nil
    }

    /// Returns the next position of a byte, or the end of the chunk if it does not occur.
    private func find(_ byte: UInt8) -> Int {
        chunk.withUnsafeBufferPointer { bytes in
            guard position < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + position, Int32(byte), bytes.count - position)
            else { return bytes.count }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }
}
