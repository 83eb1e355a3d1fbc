internal import Rill
public import RillHTTP
public import RillTesting

extension StubTransport.Answer {
    /// Answers as a diagram says, in the ticks of the transport's `TestScheduler`, counted from the request.
    ///
    ///     .marbles("--h-a-b|", chunks: ["a": "[1,", "b": "2]"])     head after two ticks, then two chunks
    ///     .marbles("--(hab|)")                                      all at once, after two ticks; the body is "ab"
    ///     .marbles("-h-a-#")                                        breaks off inside the body
    ///     .marbles("---!")                                          no answer; the client must give up after three ticks
    ///
    /// | Character | Meaning |
    /// | --- | --- |
    /// | `-` | one tick passes |
    /// | `h` | the head |
    /// | `\|` | the answer is complete |
    /// | `#` | the exchange breaks off with `error` |
    /// | `!` | the client must give the exchange up in this tick, see ``StubTransport/cancellationDifference()`` |
    /// | `(ab)` | all of these in one tick, in this order |
    /// | space | nothing; for lining diagrams up |
    /// | any other | a chunk, looked up in `chunks`; without those, the character itself |
    ///
    /// The first character stands at the tick of the request. An answer without an end goes no further, and stays open.
    ///
    /// A bad diagram is a mistake in the test, and traps with the sentence that `MarbleError` has for it; where diagrams come
    /// from elsewhere, use ``init(diagram:status:fields:chunks:error:)``, which throws. On a transport that does not run on a
    /// `TestScheduler`, the request fails with ``RillHTTP/TransportError/Code/other``.
    ///
    /// - Parameters:
    ///   - diagram: The answer.
    ///   - status: The status of the head.
    ///   - fields: The header fields of the head.
    ///   - chunks: What characters stand for, text or bytes: `["a": "[1,", "b": [0xff]]`; each chunk needs an entry if there
    ///     are any.
    ///   - error: What `#` stands for.
    ///   - file: Where a trap points to.
    ///   - line: The line there.
    /// - Returns: The answer.
    public static func marbles(
        _ diagram: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:],
        chunks: [Character: Chunk] = [:], error: TransportError = TransportError(.closedEarly),
        file: StaticString = #fileID, line: UInt = #line
    ) -> StubTransport.Answer {
        do {
            return try StubTransport.Answer(
                diagram: diagram, status: status, fields: fields, chunks: chunks, error: error)
        } catch {
            fatalError("\(error)", file: file, line: line)
        }
    }

    /// Reads an answer from a diagram, like `marbles(_:status:fields:chunks:error:file:line:)`.
    ///
    /// - Parameters:
    ///   - diagram: The answer.
    ///   - status: The status of the head.
    ///   - fields: The header fields of the head.
    ///   - chunks: What characters stand for; each chunk needs an entry if there are any.
    ///   - error: What `#` stands for.
    /// - Throws: What is wrong with the diagram, and where.
    public init(
        diagram: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:],
        chunks: [Character: Chunk] = [:], error: TransportError = TransportError(.closedEarly)
    ) throws(MarbleError) {
        self.init()
        isDrawn = true
        var hasHead = false
        for mark in try MarbleScanner.scan(diagram, ends: .completed, .error, .dispose) {
            let character = mark.character
            func bad(_ reason: String) -> MarbleError { MarbleError(diagram, column: mark.column, reason) }
            func add(_ step: Step) { self.add(step, at: .tick(mark.tick)) }

            switch MarbleSymbol(rawValue: character) {
            case .dispose:
                cancellationTick = mark.tick
            case .error:
                add(Step(.error(error)))
            case .completed:
                guard hasHead else { throw bad("'|' comes before the head, which is 'h'") }
                add(Step(.completed))
            case .some:
                throw bad("'\(character)' belongs in the diagram of an exchange; an answer begins with the request")
            case nil where character == .head:
                if hasHead { throw bad("a second head: an answer has one 'h'") }
                hasHead = true
                add(Step(.next(.head(HTTPResponse(status: status, headerFields: fields)))))
            case nil:
                guard hasHead else { throw bad("'\(character)' comes before the head, which is 'h'") }
                guard let chunk = chunks.isEmpty ? Chunk(String(character)) : chunks[character] else {
                    throw bad(MarbleDiagram.reason(for: character, known: chunks))
                }
                guard chunk.delay == .zero else {
                    throw bad("the chunk '\(character)' has a delay of its own: here its tick says when it comes")
                }
                add(Step(.next(.chunk(chunk.bytes)), as: character))
            }
        }
    }
}
