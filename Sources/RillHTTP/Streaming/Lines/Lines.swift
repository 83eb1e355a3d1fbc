public import Rill

extension ObservableConvertible<[UInt8]> {
    /// Emits the lines of text that is received in chunks.
    ///
    ///     source   -x------y-----|   x = "one\ntw", y = "o\r\nthree"
    ///     result   -1------2---(3|)  1 = "one", 2 = "two", 3 = "three"
    ///
    /// Lines end with LF or CR LF, which are removed. A CR without LF is part of the line. The last line may be
    /// unterminated, and a terminator at the end does not start another line. Lines are decoded as UTF-8, with invalid
    /// sequences replaced by U+FFFD. Chunks can be split anywhere, even inside a character.
    ///
    /// While the subscriber is paused, no lines are emitted, even if the current chunk contains more, and the source is
    /// paused.
    ///
    /// ## Errors
    /// Forwards the source's error after all complete lines. Fails with a ``BodyDecodingError`` that contains the line
    /// number if a line is too long.
    ///
    /// - Parameters:
    ///   - limit: The maximum length of a line in bytes. Must be at least 1. Defaults to 1 MiB.
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the lines.
    /// - Complexity: O(*n*) in the number of bytes. Keeps one chunk and one line.
    public func lines(limit: Int = 1 << 20, file: StaticString = #fileID, line: UInt = #line) -> Observable<String> {
        precondition(limit > 0, "lines: limit must be at least 1, got \(limit)")
        return asObservable().parsed(by: LineParser(limit: limit), "lines", file: file, line: line)
    }
}

extension StreamingParser<String> {
    /// Emits the lines of the body, of at most 1 MiB each.
    ///
    /// See `lines(limit:file:line:)`.
    public static let lines = lines(limit: 1 << 20)

    /// Returns a parser that emits the lines of the body.
    ///
    /// See `lines(limit:file:line:)`.
    ///
    /// - Parameter limit: The maximum length of a line in bytes. Must be at least 1.
    /// - Returns: The parser.
    public static func lines(limit: Int) -> StreamingParser {
        precondition(limit > 0, "lines: limit must be at least 1, got \(limit)")
        return StreamingParser { exchange, _ in exchange.chunks.lines(limit: limit) }
    }
}

/// A parser that decodes lines as UTF-8.
package struct LineParser: ChunkParser {
    private var splitter: LineSplitter

    /// Creates a parser.
    ///
    /// - Parameter limit: The maximum length of a line in bytes.
    package init(limit: Int) {
        splitter = LineSplitter(breaks: .lineFeeds, limit: limit)
    }

    package mutating func append(_ chunk: [UInt8]) { splitter.append(chunk) }

    package mutating func next() throws -> String? { try splitter.next { String(decoding: $0, as: UTF8.self) } }

    package mutating func last() throws -> String? { try splitter.last { String(decoding: $0, as: UTF8.self) } }
}
