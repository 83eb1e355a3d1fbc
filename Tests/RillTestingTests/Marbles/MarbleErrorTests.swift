import Rill
import RillTesting
import Testing

@Suite struct MarbleErrorTests {
    /// The text of the error that a diagram of numbers gives.
    private func text(_ diagram: String, values: [Character: Int] = ["a": 1, "b": 2]) -> String? {
        #expect(throws: MarbleError.self) { try MarbleDiagram(diagram, values: values) }?.description
    }

    @Test func namesTheUnknownValueAndTheKnownOnes() {
        #expect(
            text("-a-x-|") == """
                bad marble diagram, column 4: no value is given for 'x'; there are values for 'a', 'b'
                    -a-x-|
                       ^
                """)
    }

    @Test func saysThatThereAreNoValues() {
        #expect(
            text("1|", values: [:]) == """
                bad marble diagram, column 1: no value is given for '1', as there are no values
                    1|
                    ^
                """)
    }

    @Test func countsSpacesAsColumns() {
        #expect(
            text("  - a x |") == """
                bad marble diagram, column 7: no value is given for 'x'; there are values for 'a', 'b'
                      - a x |
                          ^
                """)
    }

    @Test(arguments: [("-a|b", "'b'", "'|'"), ("-a#-", "'-'", "'#'"), ("-a|#", "'#'", "'|'"), ("-a|(", "'('", "'|'")])
    func refusesWhatComesAfterTheEnd(diagram: String, what: String, end: String) {
        #expect(
            text(diagram) == """
                bad marble diagram, column 4: \(what) comes after the end, which is \(end)
                    \(diagram)
                       ^
                """)
    }

    @Test func refusesWhatComesAfterTheEndInsideAGroup() {
        #expect(
            text("(|a)") == """
                bad marble diagram, column 3: 'a' comes after the end, which is '|'
                    (|a)
                      ^
                """)
    }

    @Test func refusesAGroupThatIsNotClosed() {
        #expect(
            text("-(ab") == """
                bad marble diagram, column 2: the group that begins here is not closed
                    -(ab
                     ^
                """)
    }

    @Test func refusesAnEndWithoutAGroup() {
        #expect(
            text("-a)|") == """
                bad marble diagram, column 3: this ')' closes no group
                    -a)|
                      ^
                """)
    }

    @Test func refusesAGroupInsideAGroup() {
        #expect(
            text("(a(b))") == """
                bad marble diagram, column 3: a group inside a group
                    (a(b))
                      ^
                """)
    }

    @Test func refusesTimeInsideAGroup() {
        #expect(
            text("(a-b)") == """
                bad marble diagram, column 3: no time passes inside a group: it is one tick as a whole
                    (a-b)
                      ^
                """)
    }

    @Test func refusesAnEmptyGroup() {
        #expect(
            text("-()|") == """
                bad marble diagram, column 2: the group is empty
                    -()|
                     ^
                """)
    }

    @Test(arguments: ["", "   "]) func refusesAnEmptyDiagram(diagram: String) {
        #expect(
            text(diagram) == """
                bad marble diagram, column 1: the diagram is empty; one in which nothing happens is '-'
                    \(diagram)
                    ^
                """)
    }

    @Test(arguments: ["^", "!"]) func refusesSubscriptionsAmongEvents(symbol: String) {
        #expect(
            text("-a\(symbol)|") == """
                bad marble diagram, column 3: '\(symbol)' belongs in a subscription diagram, not among events
                    -a\(symbol)|
                      ^
                """)
    }

    @Test func carriesItsParts() {
        let error = #expect(throws: MarbleError.self) { try MarbleDiagram("(a", values: ["a": 1]) }
        #expect(error?.diagram == "(a")
        #expect(error?.column == 1)
        #expect(error?.reason == "the group that begins here is not closed")
    }
}
