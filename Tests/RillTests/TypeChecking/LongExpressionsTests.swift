import Rill
import RillTesting
import Testing

/// What the long expressions make, so that they are more than something to compile.
@Suite struct LongExpressionsTests {
    private func values<Element>(_ stream: Observable<Element>) async throws -> [Element] {
        try await stream.collected()
    }

    @Test func makeWhatTheySay() async throws {
        let whole = Observable.just(1)
        let half = Observable.just(0.5)
        #expect(try await values(LongExpressions.fiveCombined(whole, half, whole, half, whole)) == [4])
        #expect(
            try await values(LongExpressions.fiveCombinedAndPutIntoAChain(whole, half, whole, half, whole)) == [3.75])
        #expect(try await values(LongExpressions.sixZipped(.of(1, 2))) == [6, 12])
        #expect(try await values(LongExpressions.tenChained(.of(1, 2, 3))) == [3, 4, 5, 6, 11, 12])
        #expect(try await values(LongExpressions.tenOfTwoKinds(.of(1, 2, 3))) == [10, 14])
    }
}
