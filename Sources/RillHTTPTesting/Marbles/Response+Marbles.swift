public import RillHTTP
public import RillTesting

extension StubTransport.Response {
    /// Creates a response from a marble diagram, with times in ticks of the transport's `TestScheduler` relative to the
    /// request.
    ///
    ///     .marbles("--h-a-b|", chunks: ["a": "[1,", "b": "2]"])     head after two ticks, then two chunks
    ///     .marbles("--(hab|)")                                      everything after two ticks; the body is "ab"
    ///     .marbles("-h-a-#")                                        fails inside the body
    ///     .marbles("---!")                                          no response; the client must cancel after three ticks
    ///     .marbles("-3-7-u-h|")                                     30%, 70%, and 100% of the request body, then the head
    ///     .marbles("-3-#")                                          fails after 30% of the request body
    ///     .marbles("-0-#")                                          fails before the upload
    ///
    /// | Character | Meaning |
    /// | --- | --- |
    /// | `-` | one tick passes |
    /// | `0` … `9` | before the head: 0% to 90% of the request body have been uploaded |
    /// | `u` | before the head: the request body has been uploaded |
    /// | `h` | the response head |
    /// | `\|` | the response completes |
    /// | `#` | the exchange fails with `error` |
    /// | `!` | the client must cancel the exchange in this tick, see ``StubTransport/cancellationDifference()`` |
    /// | `(ab)` | several events in one tick, in this order |
    /// | space | ignored; aligns diagrams |
    /// | any other | a chunk, looked up in `chunks`, or the character itself if `chunks` is empty |
    ///
    /// The first character represents the tick of the request. A response without a terminal event never completes.
    ///
    /// The handler of `HTTPBody.onProgress(_:)` is called at the steps of the upload, with the fraction of the bytes,
    /// rounded down. Each step must be larger than the one before. Nothing is reported after the head. A diagram
    /// without steps reports the complete body when the request is sent. If a diagram has steps but the request has no
    /// body, the request fails with ``/RillHTTP/TransportError/Code/other``.
    ///
    /// An invalid diagram is a programming error and stops the process with the message of the `MarbleError`. For
    /// diagrams from other sources, use ``init(diagram:status:fields:chunks:error:)``, which throws the error. If the
    /// transport does not run on a `TestScheduler`, the request fails with ``/RillHTTP/TransportError/Code/other``.
    ///
    /// - Parameters:
    ///   - diagram: The marble diagram.
    ///   - status: The status code. Defaults to 200 OK.
    ///   - fields: The header fields.
    ///   - chunks: The text or bytes of each chunk character, for example `["a": "[1,", "b": [0xff]]`. If it is not
    ///     empty, it must contain every chunk character.
    ///   - error: The error represented by `#`. Defaults to ``/RillHTTP/TransportError/Code/closedEarly``.
    ///   - file: The file to report for an invalid diagram.
    ///   - line: The line to report for an invalid diagram.
    /// - Returns: The response.
    public static func marbles(
        _ diagram: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:],
        chunks: [Character: Chunk] = [:], error: TransportError = TransportError(.closedEarly),
        file: StaticString = #fileID, line: UInt = #line
    ) -> StubTransport.Response {
        do {
            return try StubTransport.Response(
                diagram: diagram, status: status, fields: fields, chunks: chunks, error: error)
        } catch {
            fatalError("\(error)", file: file, line: line)
        }
    }

    /// Creates a response from a marble diagram, like `marbles(_:status:fields:chunks:error:file:line:)`.
    ///
    /// - Parameters:
    ///   - diagram: The marble diagram.
    ///   - status: The status code. Defaults to 200 OK.
    ///   - fields: The header fields.
    ///   - chunks: The text or bytes of each chunk character. If it is not empty, it must contain every chunk
    ///     character.
    ///   - error: The error represented by `#`. Defaults to ``/RillHTTP/TransportError/Code/closedEarly``.
    /// - Throws: `MarbleError` with the reason and the position if the diagram is invalid.
    public init(
        diagram: String, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:],
        chunks: [Character: Chunk] = [:], error: TransportError = TransportError(.closedEarly)
    ) throws(MarbleError) {
        self.init()
        isDrawn = true
        var hasHead = false
        var uploaded: (step: UploadStep, character: Character)?
        for mark in try MarbleScanner.scan(diagram, ends: .completed, .error, .dispose) {
            let character = mark.character
            func invalid(_ reason: String) -> MarbleError { MarbleError(diagram, column: mark.column, reason) }
            func add(_ step: Step) { self.add(step, at: .tick(mark.tick)) }

            switch MarbleSymbol(rawValue: character) {
            case .dispose:
                cancellationTick = mark.tick
            case .error:
                add(Step(.error(error)))
            case .completed:
                guard hasHead else { throw invalid("'|' before the response head 'h'") }
                add(Step(.completed))
            case .some:
                throw invalid(
                    "'\(character)' is valid only in exchange diagrams, because a response diagram starts at the request"
                )
            case nil where character == .head:
                if hasHead { throw invalid("a second 'h': a response has only one head") }
                hasHead = true
                add(Step(.next(.head(HTTPResponse(status: status, headerFields: fields)))))
            case nil where !hasHead:
                guard let upload = UploadStep(character) else {
                    throw invalid("'\(character)' before the response head 'h'")
                }
                if let uploaded, upload.completed <= uploaded.step.completed {
                    throw invalid("'\(character)' after '\(uploaded.character)': the steps of an upload must increase")
                }
                uploaded = (upload, character)
                add(Step(.upload(upload), as: character))
            case nil:
                guard let chunk = chunks.isEmpty ? Chunk(String(character)) : chunks[character] else {
                    throw invalid(MarbleDiagram.reason(for: character, known: chunks))
                }
                guard chunk.delay == .zero else {
                    throw invalid(
                        "the chunk '\(character)' must not have a delay: the diagram determines when it arrives")
                }
                add(Step(.event(.next(.chunk(chunk.bytes))), as: character))
            }
        }
    }
}

extension UploadStep {
    /// Creates a step from its character in a diagram, or returns `nil` for other characters.
    fileprivate init?(_ character: Character) {
        guard let tenths = character == .uploaded ? 10 : character.isASCII ? character.wholeNumberValue : nil else {
            return nil
        }
        self.init(completed: tenths, total: 10)
    }
}
