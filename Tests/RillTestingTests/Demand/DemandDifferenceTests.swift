import Rill
import RillSwiftTesting
import RillTesting
import Testing

/// Tests of the failure messages of `expectDemand`.
@Suite struct DemandDifferenceTests {
    let kit = TestKit()

    /// Returns a source that has recorded the subscription `^[-]!`.
    private func source() -> TestableObservable<String> {
        let kit = TestKit()
        let source = kit.cold("-a-b|", pauses: true)
        _ = kit.record(pace: "^[-]-!") { source }
        return source
    }

    @Test func equalDemandHasNoDifference() {
        #expect(source().demandDifference(from: "^[-]!") == nil)
        #expect(kit.cold("-a|", pauses: true).demandDifference() == nil)
    }

    @Test(arguments: [("^[--]!", 3, "expected nothing, got ']'"), ("^---!", 1, "expected nothing, got '['")])
    func reportsAnUnexpectedMark(diagram: String, tick: Int, reason: String) {
        let message = differenceMessage("subscription 1 ", tick: tick, reason, diagram, "^[-]!")
        #expect(source().demandDifference(from: diagram) == message)
    }

    @Test func reportsAMissingPause() {
        #expect(
            source().demandDifference(from: "-[^") == invalidDiagram("-[^", column: 2, "'[' without a preceding '^'"))
        #expect(
            source().demandDifference(from: "(^[)") == """
                subscription 1 differs at tick 0: expected '[', got nothing
                tick      0   1234
                expected  (^[)----
                actual    ^   [-]!
                          ^
                """)
    }

    @Test func reportsDisposalInsteadOfExpectedResumption() {
        let source = kit.cold("-a-b|", pauses: true)
        _ = kit.record(pace: "^[-!") { source }
        let message = differenceMessage("subscription 1 ", tick: 3, "expected ']', got '!'", "^[-]", "^[-!")
        #expect(source.demandDifference(from: "^[-]") == message)
    }

    @Test func alignsGroups() {
        #expect(
            source().demandDifference(from: "^[-(]!)") == """
                subscription 1 differs at tick 3: expected '!', got nothing
                tick      0123   4
                expected  ^[-(]!)
                actual    ^[-]   !
                             ^
                """)
    }

    @Test func reportsAMissingSubscription() {
        #expect(
            source().demandDifference(from: "^[-]!", "-^[") == """
                subscription 2 differs at tick 1: expected '^', got nothing
                expected  ^[-]!
                actual    ^[-]!
                expected  -^[
                actual    (none)
                """)
    }

    @Test func describesPausesBetweenTicksAsText() {
        let kit = kit
        let source = kit.cold("abc|", pauses: true)
        _ = kit.record { source.concatMap { .just($0).delay(.milliseconds(1_500), scheduler: kit.scheduler) } }
        #expect(
            source.demandDifference(from: "(^[)") == """
                subscription 1 differs at tick 1 + 0.5 seconds: expected nothing, got ']'
                expected  (^[)
                actual    from tick 0 to tick 4 + 0.5 seconds, paused from tick 0 to tick 1 + 0.5 seconds, paused from \
                tick 1 + 0.5 seconds to tick 3, paused from tick 3 to tick 4 + 0.5 seconds
                """)
    }

    @Test func demandOfSourceThatIgnoresPausesCannotBeCompared() {
        for source in [kit.cold("-a|"), kit.hot("-a|")] {
            #expect(
                source.demandDifference(from: "^-!")
                    == "cannot compare the demand: the source ignores pauses. Create it with kit.cold(_:pauses: true)")
        }
    }

    @Test func expectDemandFailsAtTheCallingLine() {
        let source = source()
        let location = #_sourceLocation
        withKnownIssue {
            expectDemand(source, "^[--]!", sourceLocation: location)
        } matching: { issue in
            issue.sourceLocation == location
                && issue.comments.map(\.rawValue) == [
                    """
                    subscription 1 differs at tick 3: expected nothing, got ']'
                    expected  ^[--]!
                    actual    ^[-]!
                                 ^
                    """
                ]
        }
    }
}
