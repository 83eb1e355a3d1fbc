import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct AnswerMarblesErrorTests {
    /// The text of the error that the diagram of an answer gives.
    private func text(_ diagram: String, chunks: [Character: StubTransport.Answer.Chunk] = [:]) -> String? {
        #expect(throws: MarbleError.self) { try StubTransport.Answer(diagram: diagram, chunks: chunks) }?.description
    }

    @Test func takesAGoodDiagram() throws {
        let kit = TestKit()
        let answer = try StubTransport.Answer(
            diagram: "-h(a#)", status: .accepted, chunks: ["a": "1"], error: TransportError(.tls))
        let transport = StubTransport(scheduler: kit.scheduler) { _ in answer }
        let result = kit.record { transport.drawn() }
        #expect(
            result.difference(from: "-h(a#)", values: ["h": "202", "a": "1"], error: TransportError(.tls)) == nil)
    }

    @Test func refusesAChunkBeforeTheHead() {
        #expect(
            text("-a-h|") == """
                bad marble diagram, column 2: 'a' comes before the head, which is 'h'
                    -a-h|
                     ^
                """)
    }

    @Test func refusesAnAnswerWithoutAHead() {
        #expect(
            text("--|") == """
                bad marble diagram, column 3: '|' comes before the head, which is 'h'
                    --|
                      ^
                """)
    }

    @Test func refusesASecondHead() {
        #expect(
            text("-h(ah)") == """
                bad marble diagram, column 5: a second head: an answer has one 'h'
                    -h(ah)
                        ^
                """)
    }

    @Test func refusesTheRequest() {
        #expect(
            text("^-h|") == """
                bad marble diagram, column 1: '^' belongs in the diagram of an exchange; an answer begins with the request
                    ^-h|
                    ^
                """)
    }

    @Test func refusesAChunkThatIsNotInTheDictionary() {
        #expect(
            text("-ha-c|", chunks: ["a": "1", "b": "2"]) == """
                bad marble diagram, column 5: no value for 'c'; known values: 'a', 'b'
                    -ha-c|
                        ^
                """)
    }

    @Test func refusesAChunkWithADelay() {
        #expect(
            text("-ha|", chunks: ["a": .init("1", after: .seconds(1))]) == """
                bad marble diagram, column 3: the chunk 'a' has a delay of its own: here its tick says when it comes
                    -ha|
                      ^
                """)
    }

    @Test(arguments: [("h|a", "'a'", "'|'"), ("h#-", "'-'", "'#'"), ("h!|", "'|'", "'!'"), ("h!!", "'!'", "'!'")])
    func refusesWhatComesAfterTheEnd(diagram: String, what: String, end: String) {
        #expect(
            text(diagram) == """
                bad marble diagram, column 3: \(what) comes after \(end), which ends the diagram
                    \(diagram)
                      ^
                """)
    }

    @Test func refusesTimeInsideAGroup() {
        #expect(
            text("(h-|)") == """
                bad marble diagram, column 3: '-' is not allowed in a group: a group takes one tick
                    (h-|)
                      ^
                """)
    }

    @Test func refusesAGroupThatIsNotClosed() {
        #expect(
            text("-(h|") == """
                bad marble diagram, column 2: unclosed group
                    -(h|
                     ^
                """)
    }

    @Test func refusesAnEmptyDiagram() {
        #expect(
            text("") == """
                bad marble diagram, column 1: empty diagram; use '-' for a tick without events
                \("    ")
                    ^
                """)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func trapsInALiteral() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = StubTransport.Answer.marbles("-h-h|")
            }
            expectTrap(
                result,
                """
                bad marble diagram, column 4: a second head: an answer has one 'h'
                    -h-h|
                       ^
                """)
        }
    #endif
}
