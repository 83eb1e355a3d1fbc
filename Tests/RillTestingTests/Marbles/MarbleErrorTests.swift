import Rill
import RillTesting
import Testing

@Suite struct MarbleErrorTests {
    /// Returns the description of the error for an invalid diagram.
    private func text(_ diagram: String, values: [Character: Int] = ["a": 1, "b": 2]) -> String? {
        #expect(throws: MarbleError.self) { try MarbleDiagram(diagram, values: values) }?.description
    }

    @Test func missingValueErrorListsKnownValues() {
        #expect(
            text("-a-x-|") == """
                invalid marble diagram, column 4: no value for 'x'; known values: 'a', 'b'
                    -a-x-|
                       ^
                """)
    }

    @Test func missingValueErrorStatesThatDiagramHasNoValues() {
        #expect(
            text("1|", values: [:]) == """
                invalid marble diagram, column 1: no value for '1': the diagram has no values
                    1|
                    ^
                """)
    }

    @Test func countsSpacesAsColumns() {
        #expect(
            text("  - a x |") == """
                invalid marble diagram, column 7: no value for 'x'; known values: 'a', 'b'
                      - a x |
                          ^
                """)
    }

    @Test(arguments: [("-a|b", "'b'", "'|'"), ("-a#-", "'-'", "'#'"), ("-a|#", "'#'", "'|'"), ("-a|(", "'('", "'|'")])
    func rejectsSymbolsAfterTerminalSymbol(diagram: String, symbol: String, end: String) {
        #expect(
            text(diagram) == """
                invalid marble diagram, column 4: \(symbol) comes after \(end), which ends the diagram
                    \(diagram)
                       ^
                """)
    }

    @Test func rejectsSymbolsAfterTerminalSymbolInGroup() {
        #expect(
            text("(|a)") == """
                invalid marble diagram, column 3: 'a' comes after '|', which ends the diagram
                    (|a)
                      ^
                """)
    }

    @Test func rejectsUnclosedGroup() {
        #expect(
            text("-(ab") == """
                invalid marble diagram, column 2: unclosed group
                    -(ab
                     ^
                """)
    }

    @Test func rejectsClosingParenthesisWithoutGroup() {
        #expect(
            text("-a)|") == """
                invalid marble diagram, column 3: ')' without a matching '('
                    -a)|
                      ^
                """)
    }

    @Test func rejectsNestedGroups() {
        #expect(
            text("(a(b))") == """
                invalid marble diagram, column 3: groups cannot be nested
                    (a(b))
                      ^
                """)
    }

    @Test func rejectsTicksInAGroup() {
        #expect(
            text("(a-b)") == """
                invalid marble diagram, column 3: '-' is not allowed in a group: a group takes one tick
                    (a-b)
                      ^
                """)
    }

    @Test func rejectsEmptyGroup() {
        #expect(
            text("-()|") == """
                invalid marble diagram, column 2: empty group
                    -()|
                     ^
                """)
    }

    @Test(arguments: ["", "   "]) func rejectsEmptyDiagram(diagram: String) {
        #expect(
            text(diagram) == """
                invalid marble diagram, column 1: empty diagram. Use '-' for a tick without events
                    \(diagram)
                    ^
                """)
    }

    @Test(arguments: ["^", "!"]) func rejectsSubscriptionSymbols(symbol: String) {
        #expect(
            text("-a\(symbol)|") == """
                invalid marble diagram, column 3: '\(symbol)' is only allowed in subscription diagrams
                    -a\(symbol)|
                      ^
                """)
    }

    @Test func storesDiagramColumnAndReason() {
        let error = #expect(throws: MarbleError.self) { try MarbleDiagram("(a", values: ["a": 1]) }
        #expect(error?.diagram == "(a")
        #expect(error?.column == 1)
        #expect(error?.reason == "unclosed group")
    }
}
