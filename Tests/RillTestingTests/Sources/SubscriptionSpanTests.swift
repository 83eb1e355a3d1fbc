import RillTesting
import Testing

@Suite struct SubscriptionSpanTests {
    private func text(_ diagram: String) -> String? {
        #expect(throws: MarbleError.self) { try SubscriptionSpan(diagram: diagram) }?.description
    }

    @Test func parsesStartAndEnd() throws {
        #expect(try SubscriptionSpan(diagram: "^--------!") == SubscriptionSpan(0, 9))
        #expect(try SubscriptionSpan(diagram: "--^!") == SubscriptionSpan(2, 3))
        #expect(try SubscriptionSpan(diagram: "--^---") == SubscriptionSpan(2))
        #expect(try SubscriptionSpan(diagram: "- -(^!)") == SubscriptionSpan(2, 2))
    }

    @Test(arguments: ["^--------!", "--^!", "--^", "--(^!)"]) func descriptionIsADiagram(diagram: String) throws {
        #expect(try SubscriptionSpan(diagram: diagram).description == diagram)
    }

    @Test func descriptionIsTextForLongOrUnalignedSpans() {
        #expect(SubscriptionSpan(0, 10_800).description == "from tick 0 to tick 10800")
        let half = TestTime(tick: 2, offset: .milliseconds(500))
        #expect(SubscriptionSpan(half).description == "from tick 2 + 0.5 seconds on")
    }

    @Test func rejectsASecondSubscription() {
        #expect(
            text("-^-^!") == """
                invalid marble diagram, column 4: second '^': a diagram describes one subscription
                    -^-^!
                       ^
                """)
    }

    @Test func rejectsDisposalWithoutSubscription() {
        #expect(
            text("--!") == """
                invalid marble diagram, column 3: '!' without a preceding '^'
                    --!
                      ^
                """)
    }

    @Test func rejectsADiagramWithoutASubscription() {
        #expect(
            text("---") == """
                invalid marble diagram, column 1: missing '^'. To expect no subscription, pass no diagram
                    ---
                    ^
                """)
    }

    @Test(arguments: ["a", "|", "#"]) func rejectsEventCharacters(character: String) {
        #expect(
            text("^-\(character)") == """
                invalid marble diagram, column 3: '\(character)' is not allowed in a subscription diagram. \
                Use '-', '^' and '!'
                    ^-\(character)
                      ^
                """)
    }

    @Test func rejectsSymbolsAfterDisposal() {
        #expect(
            text("^-!-") == """
                invalid marble diagram, column 4: '-' comes after '!', which ends the diagram
                    ^-!-
                       ^
                """)
    }

    @Test func rejectsAnEmptyDiagram() {
        #expect(
            text("") == """
                invalid marble diagram, column 1: empty diagram. Use '-' for a tick without events
                    \("")
                    ^
                """)
    }
}
