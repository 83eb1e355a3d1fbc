import RillTesting
import Testing

@Suite struct SubscriptionSpanTests {
    private func text(_ diagram: String) -> String? {
        #expect(throws: MarbleError.self) { try SubscriptionSpan(diagram: diagram) }?.description
    }

    @Test func readsBeginningAndEnd() throws {
        #expect(try SubscriptionSpan(diagram: "^--------!") == SubscriptionSpan(0, 9))
        #expect(try SubscriptionSpan(diagram: "--^!") == SubscriptionSpan(2, 3))
        #expect(try SubscriptionSpan(diagram: "--^---") == SubscriptionSpan(2))
        #expect(try SubscriptionSpan(diagram: "- -(^!)") == SubscriptionSpan(2, 2))
    }

    @Test(arguments: ["^--------!", "--^!", "--^", "--(^!)"]) func printsItself(diagram: String) throws {
        #expect(try SubscriptionSpan(diagram: diagram).description == diagram)
    }

    @Test func printsInWordsWhatMakesNoDiagram() {
        #expect(SubscriptionSpan(0, 10_800).description == "from tick 0 to tick 10800")
        let half = TestTime(tick: 2, offset: .milliseconds(500))
        #expect(SubscriptionSpan(half).description == "from tick 2 + 0.5 seconds on")
    }

    @Test func refusesASecondSubscription() {
        #expect(
            text("-^-^!") == """
                bad marble diagram, column 4: a second '^': one diagram is one subscription
                    -^-^!
                       ^
                """)
    }

    @Test func refusesAnEndWithoutABeginning() {
        #expect(
            text("--!") == """
                bad marble diagram, column 3: '!' without '^' before it
                    --!
                      ^
                """)
    }

    @Test func refusesADiagramWithoutASubscription() {
        #expect(
            text("---") == """
                bad marble diagram, column 1: nobody subscribes: '^' is missing; for no subscription give no diagram
                    ---
                    ^
                """)
    }

    @Test(arguments: ["a", "|", "#"]) func refusesEvents(character: String) {
        #expect(
            text("^-\(character)") == """
                bad marble diagram, column 3: '\(character)' has no place in a subscription diagram, only '-', '^' and '!'
                    ^-\(character)
                      ^
                """)
    }

    @Test func refusesWhatComesAfterTheEnd() {
        #expect(
            text("^-!-") == """
                bad marble diagram, column 4: '-' comes after the end, which is '!'
                    ^-!-
                       ^
                """)
    }

    @Test func refusesAnEmptyDiagram() {
        #expect(
            text("") == """
                bad marble diagram, column 1: the diagram is empty; one in which nothing happens is '-'
                    \("")
                    ^
                """)
    }
}
