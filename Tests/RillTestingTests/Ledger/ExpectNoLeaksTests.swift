import Rill
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct ExpectNoLeaksTests {
    @Test func returnsTheResultOfTheClosure() async {
        #expect(expectNoLeaks { 7 } == 7)
        let value = await expectNoLeaks { () async in 8 }
        #expect(value == 8)
    }

    @Test func leakIsRecordedWithReportAndLocation() {
        let subject = PublishSubject<Int>()
        let location = #_sourceLocation
        let line = UInt(location.line)
        withKnownIssue {
            expectNoLeaks(sourceLocation: location) { _ = subject.subscribe() }
        } matching: { issue in
            issue.sourceLocation == location
                && issue.comments.map(\.rawValue) == [
                    """
                    1 subscription is open:
                        subscribe at RillTestingTests/ExpectNoLeaksTests.swift:\(line + 3)
                    """
                ]
        }
    }

    @Test func traitReportsLeaksOfATest() async throws {
        let subject = PublishSubject<Int>()
        let trait: LedgerTrait = .ledger
        let test = try #require(Test.current)
        let testCase = try #require(Test.Case.current)
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: testCase) { _ = subject.subscribe() }
        } matching: { issue in
            issue.sourceLocation == test.sourceLocation
                && issue.comments.first?.rawValue.hasPrefix("1 subscription is open:") == true
        }
        try await trait.provideScope(for: test, testCase: nil) { _ = subject.subscribe() }
    }

    @Test(.ledger) func traitPassesWhenNothingLeaks() throws {
        let kit = TestKit()
        let subscription = Observable.interval(.seconds(1), scheduler: kit.scheduler).subscribe()
        kit.scheduler.advance(by: .seconds(3))
        subscription.dispose()
    }
}
