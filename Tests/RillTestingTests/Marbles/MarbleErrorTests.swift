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
        let message = invalidDiagram("1|", column: 1, "no value for '1': the diagram has no values")
        #expect(text("1|", values: [:]) == message)
    }

    @Test(arguments: [
        ("  - a x |", 7, "no value for 'x'; known values: 'a', 'b'"),  // spaces count as columns
        ("-a|b", 4, "'b' comes after '|', which ends the diagram"),
        ("-a#-", 4, "'-' comes after '#', which ends the diagram"),
        ("-a|#", 4, "'#' comes after '|', which ends the diagram"),
        ("-a|(", 4, "'(' comes after '|', which ends the diagram"),
        ("(|a)", 3, "'a' comes after '|', which ends the diagram"),
        ("-(ab", 2, "unclosed group"), ("-a)|", 3, "')' without a matching '('"),
        ("(a(b))", 3, "groups cannot be nested"), ("-()|", 2, "empty group"),
        ("(a-b)", 3, "'-' is not allowed in a group: a group takes one tick"),
        ("", 1, "empty diagram. Use '-' for a tick without events"),
        ("   ", 1, "empty diagram. Use '-' for a tick without events"),
        ("-a^|", 3, "'^' is only allowed in subscription diagrams"),
        ("-a!|", 3, "'!' is only allowed in subscription diagrams"),
    ])
    func rejectsInvalidDiagrams(diagram: String, column: Int, reason: String) {
        #expect(text(diagram) == invalidDiagram(diagram, column: column, reason))
    }

    @Test func storesDiagramColumnAndReason() {
        let error = #expect(throws: MarbleError.self) { try MarbleDiagram("(a", values: ["a": 1]) }
        #expect(error?.diagram == "(a")
        #expect(error?.reason == "unclosed group")
        #expect(error?.column == 1)
    }
}
