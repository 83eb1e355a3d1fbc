import Rill
import RillTestSupport
import RillTesting
import Testing

/// Tests of the results of the long expressions.
@Suite struct LongExpressionsTests {
    private func values<Element>(_ stream: Observable<Element>) async throws -> [Element] {
        try await stream.collected()
    }

    @Test func longExpressionsComputeExpectedValues() async throws {
        let whole = Observable.just(1)
        let half = Observable.just(0.5)
        #expect(try await values(LongExpressions.fiveCombined(whole, half, whole, half, whole)) == [4])
        #expect(
            try await values(LongExpressions.fiveCombinedInAChain(whole, half, whole, half, whole)) == [3.75])
        #expect(try await values(LongExpressions.sixZipped(.of(1, 2))) == [6, 12])
        #expect(try await values(LongExpressions.tenChained(.of(1, 2, 3))) == [3, 4, 5, 6, 11, 12])
        #expect(try await values(LongExpressions.tenWithOverloads(.of(4, 8))) == [1])
        #expect(try await values(LongExpressions.tenAlternating(.of(1, 2, 3))) == [10, 14])
        #expect(try await values(LongExpressions.tenWithTasks(.of(1, 2, 3))) == [5, 12])
        #expect(try await values(LongExpressions.tenFlattened(.of(1))) == [9])
    }

    @MainActor
    @Test func longExpressionsDeliverOnTheMainActor() async {
        let source = Observable.of(1, 2, 3)
        let totals = Log<Int>()
        let subscription = LongExpressions.onTheMainQueue(source) { totals.append($0) }
        #expect(await totals.wait(for: 2) == [11, 25])
        let owner = LongExpressions.Owner()
        let actor = LongExpressions.Total()
        let subscriptions = [
            LongExpressions.onTheMainActor(source, owner), LongExpressions.onAnActor(source, actor),
            LongExpressions.withoutAnOwner(source) { totals.append($0) }, subscription,
        ]
        for subscription in subscriptions { #expect(await eventually { subscription.isDisposed }) }
        #expect(owner.total == 36)
        #expect(await actor.value == 36)
        #expect(totals.entries == [11, 25, 11, 25])
    }
}
