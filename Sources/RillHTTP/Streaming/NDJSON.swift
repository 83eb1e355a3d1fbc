public import Foundation
public import Rill

extension ObservableConvertible<[UInt8]> {
    /// Reads each line as a JSON text of its own: NDJSON, also known as JSON Lines.
    ///
    ///     let entries: Observable<Entry> = chunks.ndjson(of: Entry.self)
    ///
    /// Lines are told apart as by `lines(limit:file:line:)`; what holds nothing but blanks is skipped. While the subscriber
    /// is paused nothing is emitted, and no more is decoded than the value at hand.
    ///
    /// ## Errors
    /// Forwards the source's error; ``BodyReadingError`` with the number of the line, if it is too long or cannot be read:
    /// `line 3: [0].id: expected Int, found "12"`. The values of the lines before it are emitted first.
    ///
    /// - Parameters:
    ///   - type: What to read.
    ///   - decoder: How to read it.
    ///   - limit: How many bytes a line may have, one or more; 1 MiB if left out.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the read values.
    /// - Complexity: That of the decoder, per value; one piece and one line are kept.
    /// - SeeAlso: <https://github.com/ndjson/ndjson-spec>
    public func ndjson<Value: Decodable & Sendable>(
        of type: Value.Type, decoder: JSONDecoder = JSONDecoder(), limit: Int = 1 << 20,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> {
        precondition(limit > 0, "ndjson needs a limit of one byte or more, got \(limit)")
        return asObservable().parsed(by: JSONLineParser(limit: limit), file: file, line: line)
            .map({ try $0.read(type, decoder) }, file: file, line: line)
    }
}

extension StreamingParser where Element: Decodable {
    /// Reads each line of the body as a JSON text of its own, with the decoder of the request or else of the client.
    ///
    /// - Parameters:
    ///   - type: What to read.
    ///   - limit: How many bytes a line may have, one or more; 1 MiB if left out.
    /// - Returns: The parser, which asks for `application/x-ndjson`.
    public static func ndjson(of type: Element.Type, limit: Int = 1 << 20) -> StreamingParser {
        precondition(limit > 0, "ndjson needs a limit of one byte or more, got \(limit)")
        return StreamingParser(accept: "application/x-ndjson") { exchange, decoder in
            exchange.chunks.ndjson(of: type, decoder: decoder, limit: limit)
        }
    }
}

/// One line, and where it stands.
package struct JSONLine: Sendable, Hashable {
    /// Its number, from one; those that are skipped count.
    package let number: Int

    /// What it holds; more than blanks.
    package let data: Data

    fileprivate func read<Value: Decodable>(_ type: Value.Type, _ decoder: JSONDecoder) throws -> Value {
        do {
            return try decoder.decode(type, from: data)
        } catch {
            let reason = JSONReadingError(error, in: data, strategy: decoder.keyDecodingStrategy)
            throw BodyReadingError(.malformed, line: number, "\(reason)", underlying: error)
        }
    }
}

/// Tells apart the lines of NDJSON; what is in them is read later, one at a time.
package struct JSONLineParser: ChunkParser {
    private var splitter: LineSplitter

    /// Makes a parser.
    ///
    /// - Parameter limit: How many bytes a line may have.
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

    /// The bytes of a line; nil if there is nothing in it.
    private static func data(of line: UnsafeBufferPointer<UInt8>) -> Data? {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : Data(line)
    }
}
