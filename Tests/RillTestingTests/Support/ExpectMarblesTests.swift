import Rill
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct ExpectMarblesTests {
    let kit = TestKit()

    @Test func matchingMarblesPass() {
        let source = kit.hot("-1--2--3-|", values: ["1": 1, "2": 2, "3": 3])
        let result = kit.record { source.asObservable().map { $0 * 10 } }
        expectMarbles(result, "-a--b--c-|", values: ["a": 10, "b": 20, "c": 30])
        expectSubscriptions(source, "^--------!")
    }

    @Test func comparesStringsWithoutADictionary() {
        let source = kit.cold("-a--b#")
        expectMarbles(kit.record { source.asObservable() }, "-a--b#")
    }

    @Test func differenceIsRecordedWithTextAndLocation() {
        let result = kit.record { Observable.just("a") }
        let location = #_sourceLocation
        withKnownIssue {
            expectMarbles(result, "(b|)", sourceLocation: location)
        } matching: { issue in
            issue.sourceLocation == location
                && issue.comments.map(\.rawValue) == [
                    """
                    differs at tick 0: expected next("b"), got next("a")
                    expected  (b|)
                    actual    (a|)
                              ^
                    """
                ]
        }
    }

    @Test func subscriptionDifferenceIsRecorded() {
        let source = kit.cold("-a|")
        withKnownIssue {
            expectSubscriptions(source, "^-!")
        } matching: { issue in
            issue.comments.map(\.rawValue) == [
                """
                subscription 1 differs at tick 0: expected '^', got nothing
                expected  ^-!
                actual    (none)
                """
            ]
        }
    }
}
