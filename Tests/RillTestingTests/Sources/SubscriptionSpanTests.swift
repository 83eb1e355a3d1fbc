import RillTesting
import Testing

@Suite struct SubscriptionSpanTests {
    @Test(arguments: [
        ("^--------!", SubscriptionSpan(0, 9)), ("--^!", SubscriptionSpan(2, 3)), ("--^---", SubscriptionSpan(2)),
        ("- -(^!)", SubscriptionSpan(2, 2)),
    ])
    func parsesStartAndEnd(diagram: String, span: SubscriptionSpan) throws {
        #expect(try SubscriptionSpan(diagram: diagram) == span)
    }

    @Test(arguments: ["^--------!", "--^!", "--^", "--(^!)"]) func descriptionIsADiagram(diagram: String) throws {
        #expect(try SubscriptionSpan(diagram: diagram).description == diagram)
    }

    @Test func descriptionIsTextForLongOrUnalignedSpans() {
        #expect(SubscriptionSpan(0, 10_800).description == "from tick 0 to tick 10800")
        let half = TestTime(tick: 2, offset: .milliseconds(500))
        #expect(SubscriptionSpan(half).description == "from tick 2 + 0.5 seconds on")
    }

    @Test(arguments: [
        ("-^-^!", 4, "second '^': a diagram describes one subscription"), ("--!", 3, "'!' without a preceding '^'"),
        ("---", 1, "missing '^'. To expect no subscription, pass no diagram"),
        ("^-a", 3, "'a' is not allowed in a subscription diagram. Use '-', '^' and '!'"),
        ("^-|", 3, "'|' is not allowed in a subscription diagram. Use '-', '^' and '!'"),
        ("^-#", 3, "'#' is not allowed in a subscription diagram. Use '-', '^' and '!'"),
        ("^-[", 3, "'[' is not allowed in a subscription diagram. Use '-', '^' and '!'"),
        ("^-!-", 4, "'-' comes after '!', which ends the diagram"),
        ("", 1, "empty diagram. Use '-' for a tick without events"),
    ])
    func rejectsInvalidDiagrams(diagram: String, column: Int, reason: String) {
        let error = #expect(throws: MarbleError.self) { try SubscriptionSpan(diagram: diagram) }
        #expect(error?.description == invalidDiagram(diagram, column: column, reason))
    }
}
