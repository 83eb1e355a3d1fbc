import Rill
import RillTesting
import Synchronization
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct WallClockTests {
    /// Returns how far the date advances while the system's clock advances by 100 seconds.
    private func advance(_ scheduler: any Scheduler) -> Duration {
        let seconds = Atomic(1_000_000)
        let clock = WallClock(scheduler) { .seconds(seconds.load(ordering: .relaxed)) }
        let start = clock.now
        seconds.add(100, ordering: .relaxed)
        return clock.now - start
    }

    @Test func followsSystemClockAfterSuspension() {
        #expect(advance(ConcurrentDispatchQueueScheduler()) >= .seconds(99))
    }

    @Test func limitsFarVirtualTime() {
        let kit = TestScheduler()
        let clock = WallClock(kit, start: .zero)
        kit.advance(by: .seconds(Int64.max))
        #expect(clock.now > .seconds(8_999_999_999_999_999))
        var window = SlidingWindow(.seconds(5))
        window.record(isFailure: true, at: kit.now)
        #expect(window.counts(at: kit.now) == (1, 1))
    }

    @Test func virtualTimeIsIndependentOfSystemClock() {
        #expect(advance(TestScheduler()) == .zero)
    }
}
