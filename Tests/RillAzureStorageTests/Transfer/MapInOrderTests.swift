import Rill
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillAzureStorage

@Suite struct MapInOrderTests {
    private struct Fault: Error {}

    /// Runs timers concurrently.
    ///
    /// Negative durations fail.
    private func run(_ seconds: [Int], maxConcurrent: Int) -> (values: [Int], isFailed: Bool, seconds: Int) {
        let scheduler = TestScheduler()
        let results = Observable.from(seconds).mapInOrder(maxConcurrent: maxConcurrent) { seconds in
            Observable<Int>.timer(.seconds(abs(seconds)), scheduler: scheduler).map { _ in
                if seconds < 0 { throw Fault() }
                return seconds
            }
        }
        let (recorder, _) = results.record()
        var time = 0
        while time < 1_000, recorder.events.last?.isTerminal != true {
            time += 1
            scheduler.advance(by: .seconds(1))
        }
        return (recorder.values, recorder.events.last?.error != nil, time)
    }

    @Test func emitsResultsInSourceOrder() {
        let result = run([5, 1, 9, 3, 2, 7, 1], maxConcurrent: 3)
        #expect(result.values == [5, 1, 9, 3, 2, 7, 1] && !result.isFailed)
        // Concurrency is released on emission: the last two elements start at 9 s.
        #expect(result.seconds == 16)
    }

    @Test func deliversErrorAfterEarlierResults() {
        let result = run([9, 8, -1, 7, 6], maxConcurrent: 4)
        #expect(result.values == [9, 8] && result.isFailed && result.seconds == 9)
    }

    @Test func deliversFirstErrorInSourceOrder() {
        let result = run([3, -9, -1, 2], maxConcurrent: 4)
        #expect(result.values == [3] && result.isFailed)
    }
}
