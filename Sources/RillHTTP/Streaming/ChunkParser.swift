package import Rill

/// Makes elements out of chunks, whose limits mean nothing.
///
/// It is told of a chunk, and then asked for elements until there is none left in it.
package protocol ChunkParser: Sendable {
    /// What it makes.
    associatedtype Element: Sendable

    /// Takes the next chunk.
    ///
    /// - Parameter chunk: The chunk.
    mutating func append(_ chunk: [UInt8])

    /// Makes the next element.
    ///
    /// - Returns: The element; nil if another chunk is needed.
    /// - Throws: What ends the stream.
    mutating func next() throws -> Element?

    /// Makes the element that the end of the body completes.
    ///
    /// - Returns: The element; nil if there is none.
    /// - Throws: What ends the stream.
    mutating func last() throws -> Element?
}

extension Observable<[UInt8]> {
    /// Emits what a parser makes of the chunks; parks between two elements of the same chunk.
    ///
    /// The end is a piece like the chunks, so that no more than one operator stands in the way of each element; and so is a
    /// failure, as it must not overtake what has arrived before it.
    ///
    /// - Parameters:
    ///   - parser: Makes the elements, anew for each subscription.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: The elements.
    package func parsed<Parser: ChunkParser>(
        by parser: Parser, file: StaticString, line: UInt
    ) -> Observable<Parser.Element> {
        .deferred(
            {
                let state = ParserState(parser)
                return map({ BodyPiece.chunk($0) }, file: file, line: line)
                    .concat(.just(.end), file: file, line: line)
                    .catch({ .just(.failure($0)) }, file: file, line: line)
                    .concatMap({ state.elements(of: $0, file: file, line: line) }, file: file, line: line)
            }, file: file, line: line)
    }
}

private enum BodyPiece: Sendable {
    case chunk([UInt8])
    case end
    case failure(any Error)
}

private final class ParserState<Parser: ChunkParser>: @unchecked Sendable {
    // Guarded by rule 1.3: chunks come one at a time, and the next when all elements of the one before have been sent.
    private var parser: Parser

    init(_ parser: Parser) {
        self.parser = parser
    }

    /// What is complete with a chunk, or with the end.
    func elements(of piece: BodyPiece, file: StaticString, line: UInt) -> Observable<Parser.Element> {
        switch piece {
        case .chunk(let chunk):
            parser.append(chunk)
            return .unfold((), { _ in try self.parser.next().map { ($0, ()) } }, file: file, line: line)
        case .end:
            return .deferred({ try self.parser.last().map { .just($0) } ?? .empty() }, file: file, line: line)
        case .failure(let error):
            return .error(error)
        }
    }
}
