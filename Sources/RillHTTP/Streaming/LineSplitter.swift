#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Cuts a body into lines, wherever its chunks begin and end.
///
/// It keeps the chunk it was given last, and of an unfinished line no more than the limit allows.
package struct LineSplitter: Sendable {
    /// What ends a line.
    package enum Breaks: Sendable {
        /// LF, with or without a CR before it. A CR that stands alone belongs to its line.
        case lineFeeds

        /// LF, CR, or both.
        case all
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let limit: Int
    private let breaks: Breaks

    private var chunk: [UInt8] = []
    private var position = 0

    /// Where the next LF stands in the chunk, or its end; looked for once, however many CRs come before it.
    private var nextLineFeed = 0

    /// What of an unfinished line was in earlier chunks.
    private var partial: [UInt8] = []

    /// Whether a CR has just ended a line, so that an LF behind it ends none.
    private var skipsLineFeed = false

    /// How many lines have been given out.
    package private(set) var count = 0

    /// Makes a splitter that has been given nothing yet.
    ///
    /// - Parameters:
    ///   - breaks: What ends a line.
    ///   - limit: How many bytes a line may have, without what ends it.
    package init(breaks: Breaks, limit: Int) {
        self.breaks = breaks
        self.limit = limit
    }

    /// Takes the next chunk; what was left of the one before it goes first.
    ///
    /// - Parameter bytes: The chunk.
    package mutating func append(_ bytes: [UInt8]) {
        chunk = position < chunk.count ? chunk[position...] + bytes : bytes
        position = 0
        nextLineFeed = -1
    }

    /// Gives out the next line.
    ///
    /// - Parameter read: Reads the line, without what ends it.
    /// - Returns: What `read` has made of the line; nil if another chunk is needed.
    /// - Throws: A ``BodyReadingError`` if the line is too long; what `read` throws.
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
        if partial.isEmpty {
            return try chunk.withUnsafeBufferPointer { try deliver($0[start..<end], endsAtBreak: true, read) }
        }
        try keep(chunk[start..<end])
        return try deliverPartial(endsAtBreak: true, read)
    }

    /// Gives out the last line, if nothing ends it, once all chunks have been read.
    ///
    /// - Parameter read: Reads the line.
    /// - Returns: What `read` has made of it; nil if there is none.
    /// - Throws: A ``BodyReadingError`` if the line is too long; what `read` throws.
    package mutating func last<Line>(_ read: (UnsafeBufferPointer<UInt8>) throws -> Line) throws -> Line? {
        partial.isEmpty ? nil : try deliverPartial(endsAtBreak: false, read)
    }

    private mutating func deliverPartial<Line>(
        endsAtBreak: Bool, _ read: (UnsafeBufferPointer<UInt8>) throws -> Line
    ) throws -> Line {
        let line = partial
        // The room is kept for the next line, unless it is much.
        partial.removeAll(keepingCapacity: partial.count < 4_096)
        return try line.withUnsafeBufferPointer { try deliver($0[...], endsAtBreak: endsAtBreak, read) }
    }

    private mutating func deliver<Line>(
        _ line: Slice<UnsafeBufferPointer<UInt8>>, endsAtBreak: Bool,
        _ read: (UnsafeBufferPointer<UInt8>) throws -> Line
    ) throws -> Line {
        var line = line
        if endsAtBreak, breaks == .lineFeeds, line.last == Self.carriageReturn { line.removeLast() }
        guard line.count <= limit else { throw tooLong }
        count += 1
        return try read(UnsafeBufferPointer(rebasing: line))
    }

    /// Keeps a piece of a line whose end is yet to come, if it is not too long already.
    private mutating func keep(_ piece: ArraySlice<UInt8>) throws {
        let length = partial.count + piece.count
        // A CR at its end may be the half of a break, which does not count.
        let mayShrink = breaks == .lineFeeds && (piece.last ?? partial.last) == Self.carriageReturn
        guard (mayShrink ? length - 1 : length) <= limit else { throw tooLong }
        partial += piece
    }

    private var tooLong: BodyReadingError {
        BodyReadingError(.tooLong, line: count + 1, "it has more than \(limit) bytes")
    }

    // MARK: Searching

    private mutating func findBreak() -> Int? {
        let (position, breaks, known) = (position, breaks, nextLineFeed)
        let (lineFeed, end) = chunk.withUnsafeBufferPointer { bytes in
            let lineFeed = known >= position ? known : Self.find(Self.lineFeed, in: bytes, position..<bytes.count)
            let end = breaks == .all ? Self.find(Self.carriageReturn, in: bytes, position..<lineFeed) : lineFeed
            return (lineFeed, end)
        }
        nextLineFeed = lineFeed
        return end < chunk.count ? end : nil
    }

    /// Where a byte stands first; the end of the range if it does not occur.
    private static func find(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        guard let base = bytes.baseAddress, !range.isEmpty,
            let found = memchr(base + range.lowerBound, Int32(byte), range.count)
        else { return range.upperBound }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
