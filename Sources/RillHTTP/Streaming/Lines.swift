public import Rill

extension ObservableConvertible<[UInt8]> {
    /// Emits the lines of a text that comes in pieces.
    ///
    ///     source   -x------y-----|   x = "one\ntw", y = "o\r\nthree"
    ///     result   -1------2---(3|)  1 = "one", 2 = "two", 3 = "three"
    ///
    /// A line ends at LF or at CR LF, which are left out; a CR that stands alone is a part of its line. The last line need
    /// not end at all, and behind a break at the end there is no empty one. Each line is read as UTF-8; what is not
    /// becomes U+FFFD. The pieces may be cut anywhere, inside a character too.
    ///
    /// While the subscriber is paused nothing is emitted, also where the piece at hand holds more lines, and the source is
    /// paused too.
    ///
    /// ## Errors
    /// Forwards the source's error, behind the lines that were complete; ``BodyReadingError`` for a line that is too long,
    /// with its number.
    ///
    /// - Parameters:
    ///   - limit: How many bytes a line may have, one or more; 1 MiB if left out.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the lines.
    /// - Complexity: Linear in the bytes; one piece and one line are kept.
    public func lines(
        limit: Int = 1 << 20, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<String> {
        precondition(limit > 0, "lines need a limit of one byte or more, got \(limit)")
        return asObservable().parsed(by: LineParser(limit: limit), file: file, line: line)
    }
}

extension StreamingParser<String> {
    /// Emits the lines of the body, of 1 MiB at most; see `lines(limit:file:line:)`.
    public static let lines = lines(limit: 1 << 20)

    /// Emits the lines of the body; see `lines(limit:file:line:)` of the streams of bytes.
    ///
    /// - Parameter limit: How many bytes a line may have, one or more.
    /// - Returns: The parser.
    public static func lines(limit: Int) -> StreamingParser {
        precondition(limit > 0, "lines need a limit of one byte or more, got \(limit)")
        return StreamingParser { exchange, _ in exchange.chunks.lines(limit: limit) }
    }
}

/// Reads lines as UTF-8.
package struct LineParser: ChunkParser {
    private var splitter: LineSplitter

    /// Makes a parser.
    ///
    /// - Parameter limit: How many bytes a line may have.
    package init(limit: Int) {
        splitter = LineSplitter(breaks: .lineFeeds, limit: limit)
    }

    package mutating func append(_ chunk: [UInt8]) { splitter.append(chunk) }

    package mutating func next() throws -> String? { try splitter.next { String(decoding: $0, as: UTF8.self) } }

    package mutating func last() throws -> String? { try splitter.last { String(decoding: $0, as: UTF8.self) } }
}
