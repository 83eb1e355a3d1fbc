import Rill
import RillTesting
import Testing

/// Tests of invalid demand diagrams and paces.
@Suite struct DemandDiagramTests {
    @Test(arguments: [
        ("^[[", 3, "second '[': the subscriber is already paused. Resume it with ']' first"),
        ("^-]", 3, "']' without a preceding '[': the subscriber is not paused"),
        ("^[]]", 4, "']' without a preceding '[': the subscriber is not paused"),
        ("-[^", 2, "'[' without a preceding '^'"),
        ("]^", 1, "']' without a preceding '^'"),
        ("^-![", 4, "'[' comes after '!', which ends the diagram"),
        ("^-a", 3, "'a' is not allowed in a demand diagram. Use '-', '^', '[', ']' and '!'"),
        ("^-|", 3, "'|' is not allowed in a demand diagram. Use '-', '^', '[', ']' and '!'"),
        ("^(-)", 3, "'-' is not allowed in a group: a group takes one tick"),
        ("--", 1, "missing '^'. To expect no subscription, pass no diagram"),
    ])
    func invalidDiagramIsRejected(diagram: String, column: Int, reason: String) {
        let error = #expect(throws: MarbleError.self) { try SubscriptionSpan(demand: diagram) }
        #expect(error == MarbleError(diagram, column: column, reason))
    }

    @Test func spanWithDecreasingTimesIsDescribed() {
        let span = SubscriptionSpan(0, 2, pauses: [SubscriptionSpan.Pause(3)])
        #expect(span != SubscriptionSpan(0, 2) && "\(span)".contains("3"))
    }

    @Test func bracketsAreElementsInEventDiagrams() {
        let kit = TestKit()
        let result = kit.record { kit.cold("-[-]|") }
        #expect(result.description == "-[-]|")
        #expect(result.difference(from: "-[-]|") == nil)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func paceThatEndsWithAPauseTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().record(pace: "^-[-") { Observable.just(1) }
            }
            let reason = "'[' without an end: resume the subscriber with ']', or dispose it with '!'"
            expectTrapHere(result, invalidDiagram("^-[-", column: 3, reason))
        }

        @Test func paceWithoutASubscriptionTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().observe(pace: "---") { Observable.just(1) }
            }
            expectTrapHere(
                result, invalidDiagram("---", column: 1, "missing '^': a pace starts with the subscription"))
        }

        @Test func paceWithAnElementTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestKit().record(pace: "^-a") { Observable.just(1) }
            }
            let reason = "'a' is not allowed in a demand diagram. Use '-', '^', '[', ']' and '!'"
            expectTrapHere(result, invalidDiagram("^-a", column: 3, reason))
        }

        @Test func paceInThePastTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let kit = TestKit()
                kit.scheduler.advance(toTick: 3)
                _ = kit.record(pace: "--^!") { Observable.just(1) }
            }
            expectTrapHere(result, "TestKit: invalid pace: tick 2 is before tick 3")
        }

        /// Expects a trap whose message contains the line of the call, which is in this file.
        private func expectTrapHere(
            _ result: ExitTest.Result?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            expectTrap(result, text, sourceLocation: sourceLocation)
            let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                output.contains("RillTestingTests/DemandDiagramTests.swift:"), "\(output)",
                sourceLocation: sourceLocation)
        }
    #endif
}
