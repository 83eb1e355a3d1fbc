package import Rill

/// A parser that converts chunks to elements.
///
/// An element can span several chunks.
///
/// After each chunk, `next()` is called until it returns `nil`.
package protocol ChunkParser: Sendable {
    /// The type of the parsed elements.
    associatedtype Element: Sendable

    /// Appends a chunk.
    ///
    /// - Parameter chunk: The chunk.
    mutating func append(_ chunk: [UInt8])

    /// Returns the next element.
    ///
    /// - Returns: The element, or `nil` if another chunk is needed.
    /// - Throws: An error that ends the stream.
    mutating func next() throws -> Element?

    /// Returns the last element if the end of the body completes it.
    ///
    /// - Returns: The element, or `nil` if there is none.
    /// - Throws: An error that ends the stream.
    mutating func last() throws -> Element?
}

extension Observable<[UInt8]> {
    /// Emits the elements that a parser produces from the chunks.
    ///
    /// If the subscriber pauses, the operator also pauses between elements of the same chunk.
    ///
    /// Completion and failure are converted to values, so that a single `concatMap` handles all events and a failure
    /// cannot overtake elements that were received before it.
    ///
    /// - Parameters:
    ///   - parser: The initial state of the parser, copied for each subscription.
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the parsed elements.
    package func parsed<Parser: ChunkParser>(
        by parser: Parser, file: StaticString, line: UInt
    ) -> Observable<Parser.Element> {
        .deferred(
            {
                let state = ParserState(parser)
                return map({ BodyEvent.chunk($0) }, file: file, line: line)
                    .concat(.just(.end), file: file, line: line)
                    .catch({ .just(.failure($0)) }, file: file, line: line)
                    .concatMap({ state.elements(of: $0, file: file, line: line) }, file: file, line: line)
            }, file: file, line: line)
    }
}

private enum BodyEvent: Sendable {
    case chunk([UInt8])
    case end
    case failure(any Error)
}

private final class ParserState<Parser: ChunkParser>: @unchecked Sendable {
    // Accessed serially (rule 1.3): the next chunk arrives after all elements of the previous one have been emitted.
    private var parser: Parser

    init(_ parser: Parser) {
        self.parser = parser
    }

    /// Returns the elements that are completed by an event.
    func elements(of event: BodyEvent, file: StaticString, line: UInt) -> Observable<Parser.Element> {
        switch event {
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
