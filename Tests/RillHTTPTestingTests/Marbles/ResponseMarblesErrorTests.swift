import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct ResponseMarblesErrorTests {
    /// Returns the error message for a response diagram.
    private func text(_ diagram: String, chunks: [Character: StubTransport.Response.Chunk] = [:]) -> String? {
        #expect(throws: MarbleError.self) { try StubTransport.Response(diagram: diagram, chunks: chunks) }?.description
    }

    @Test func acceptsAValidDiagram() throws {
        let kit = TestKit()
        let response = try StubTransport.Response(
            diagram: "-h(a#)", status: .accepted, chunks: ["a": "1"], error: TransportError(.tls))
        let transport = StubTransport(scheduler: kit.scheduler) { _ in response }
        let result = kit.record { transport.drawn() }
        #expect(
            result.difference(from: "-h(a#)", values: ["h": "202", "a": "1"], error: TransportError(.tls)) == nil)
    }

    @Test func rejectsAChunkBeforeTheHead() {
        #expect(
            text("-a-h|") == """
                invalid marble diagram, column 2: 'a' before the response head 'h'
                    -a-h|
                     ^
                """)
    }

    @Test func rejectsCompletionWithoutAHead() {
        #expect(
            text("--|") == """
                invalid marble diagram, column 3: '|' before the response head 'h'
                    --|
                      ^
                """)
    }

    @Test func rejectsASecondHead() {
        #expect(
            text("-h(ah)") == """
                invalid marble diagram, column 5: a second 'h': a response has only one head
                    -h(ah)
                        ^
                """)
    }

    @Test func rejectsTheRequestCharacter() {
        #expect(
            text("^-h|") == """
                invalid marble diagram, column 1: '^' is valid only in exchange diagrams, because a response diagram starts at the request
                    ^-h|
                    ^
                """)
    }

    @Test func rejectsAnUnknownChunkCharacter() {
        #expect(
            text("-ha-c|", chunks: ["a": "1", "b": "2"]) == """
                invalid marble diagram, column 5: no value for 'c'; known values: 'a', 'b'
                    -ha-c|
                        ^
                """)
    }

    @Test func rejectsAChunkWithADelay() {
        #expect(
            text("-ha|", chunks: ["a": .init("1", after: .seconds(1))]) == """
                invalid marble diagram, column 3: the chunk 'a' must not have a delay: the diagram determines when it arrives
                    -ha|
                      ^
                """)
    }

    @Test(arguments: [("h|a", "'a'", "'|'"), ("h#-", "'-'", "'#'"), ("h!|", "'|'", "'!'"), ("h!!", "'!'", "'!'")])
    func rejectsCharactersAfterTerminalEvent(diagram: String, character: String, end: String) {
        #expect(
            text(diagram) == """
                invalid marble diagram, column 3: \(character) comes after \(end), which ends the diagram
                    \(diagram)
                      ^
                """)
    }

    @Test func rejectsTimeInsideAGroup() {
        #expect(
            text("(h-|)") == """
                invalid marble diagram, column 3: '-' is not allowed in a group: a group takes one tick
                    (h-|)
                      ^
                """)
    }

    @Test func rejectsAnUnclosedGroup() {
        #expect(
            text("-(h|") == """
                invalid marble diagram, column 2: unclosed group
                    -(h|
                     ^
                """)
    }

    @Test func rejectsAnEmptyDiagram() {
        #expect(
            text("") == """
                invalid marble diagram, column 1: empty diagram. Use '-' for a tick without events
                \("    ")
                    ^
                """)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func invalidDiagramTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = StubTransport.Response.marbles("-h-h|")
            }
            expectTrap(
                result,
                """
                invalid marble diagram, column 4: a second 'h': a response has only one head
                    -h-h|
                       ^
                """)
        }
    #endif
}
