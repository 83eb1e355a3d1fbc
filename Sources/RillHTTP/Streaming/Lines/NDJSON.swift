public import Foundation
public import RillHTTPTypes

extension ObservableConvertible<[UInt8]> {
    /// Decodes each line as a separate JSON text: NDJSON, also known as JSON Lines.
    ///
    ///     let entries: Observable<Entry> = chunks.ndjson(of: Entry.self)
    ///
    /// Lines are separated as in `lines(limit:file:line:)`. Blank lines are skipped. Values are decoded on demand;
    /// while the subscriber is paused, no values are decoded or emitted.
    ///
    /// ## Errors
    /// Forwards the source's error. Fails with a ``BodyDecodingError`` that contains the line number if a line is too
    /// long or cannot be decoded: `line 3: [0].id: expected Int, found "12"`. The values of all previous lines are
    /// emitted first.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The JSON decoder. Defaults to a decoder with the default strategies.
    ///   - limit: The maximum length of a line in bytes. Must be at least 1. Defaults to 1 MiB.
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the decoded values.
    /// - Complexity: The cost of the decoder, per value. Keeps one chunk and one line.
    /// - SeeAlso: <https://github.com/ndjson/ndjson-spec>
    public func ndjson<Value: Decodable & Sendable>(
        of type: Value.Type, decoder: any DataDecoder = JSONDecoder(), limit: Int = 1 << 20,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> {
        precondition(limit > 0, "ndjson: limit must be at least 1, got \(limit)")
        return asObservable().parsed(by: JSONLineParser(limit: limit), "ndjson", file: file, line: line)
            .map({ try decoder.decodeBody(type, from: $0.data, line: $0.number) }, file: file, line: line)
    }
}

extension StreamingParser where Element: Decodable {
    /// Returns a parser that decodes each line of the body as JSON, with the decoder of the request or of the client.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - limit: The maximum length of a line in bytes. Must be at least 1. Defaults to 1 MiB.
    /// - Returns: The parser, which accepts `application/x-ndjson`.
    public static func ndjson(of type: Element.Type, limit: Int = 1 << 20) -> StreamingParser {
        precondition(limit > 0, "ndjson: limit must be at least 1, got \(limit)")
        return StreamingParser(accept: "application/x-ndjson") { exchange, decoder in
            exchange.chunks.ndjson(of: type, decoder: decoder, limit: limit)
        }
    }
}

/// A line of NDJSON with its number.
package struct JSONLine: Sendable, Hashable {
    /// The line number, starting at 1 and counting blank lines.
    package let number: Int

    /// The content of the line, which is not blank.
    package let data: Data
}

/// A parser that separates the lines of NDJSON.
///
/// The lines are decoded later, on demand.
package struct JSONLineParser: ChunkParser {
    private var splitter: LineSplitter

    /// Creates a parser.
    ///
    /// - Parameter limit: The maximum length of a line in bytes.
    package init(limit: Int) {
        splitter = LineSplitter(breaks: .lineFeeds, limit: limit)
    }

    package mutating func append(_ chunk: [UInt8]) { splitter.append(chunk) }

    package mutating func next() throws -> JSONLine? {
        while let data = try splitter.next(Self.data) {
            if let data { return JSONLine(number: splitter.count, data: data) }
        }
        return nil
    }

    package mutating func last() throws -> JSONLine? {
        guard let data = try splitter.last(Self.data), let data else { return nil }
        return JSONLine(number: splitter.count, data: data)
    }

    /// Returns the bytes of a line, or `nil` if it is blank.
    private static func data(of line: UnsafeBufferPointer<UInt8>) -> Data? {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : Data(line)
    }
}
