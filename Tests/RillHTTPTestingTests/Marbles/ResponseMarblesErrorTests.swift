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

    @Test(arguments: [
        ("-a-h|", 2, "'a' before the response head 'h'"), ("--|", 3, "'|' before the response head 'h'"),
        ("-h(ah)", 5, "a second 'h': a response has only one head"),
        ("^-h|", 1, "'^' is valid only in exchange diagrams, because a response diagram starts at the request"),
        ("h|a", 3, "'a' comes after '|', which ends the diagram"),
        ("h#-", 3, "'-' comes after '#', which ends the diagram"),
        ("h!|", 3, "'|' comes after '!', which ends the diagram"),
        ("h!!", 3, "'!' comes after '!', which ends the diagram"),
        ("(h-|)", 3, "'-' is not allowed in a group: a group takes one tick"), ("-(h|", 2, "unclosed group"),
        ("", 1, "empty diagram. Use '-' for a tick without events"),
    ])
    func rejectsInvalidDiagrams(diagram: String, column: Int, reason: String) {
        #expect(text(diagram) == invalidDiagram(diagram, column: column, reason))
    }

    @Test func rejectsAnUnknownChunkCharacter() {
        let message = invalidDiagram("-ha-c|", column: 5, "no value for 'c'; known values: 'a', 'b'")
        #expect(text("-ha-c|", chunks: ["a": "1", "b": "2"]) == message)
    }

    @Test func rejectsAChunkWithADelay() {
        let reason = "the chunk 'a' must not have a delay: the diagram determines when it arrives"
        #expect(
            text("-ha|", chunks: ["a": .init("1", after: .seconds(1))]) == invalidDiagram("-ha|", column: 3, reason))
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
