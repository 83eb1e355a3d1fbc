import Rill
import RillTesting
import Testing

@Suite struct TestSchedulerLimitTests {
    let scheduler = TestScheduler()

    /// Schedules itself again and again.
    @Sendable private static func tick(_ scheduler: TestScheduler, every period: Duration) {
        scheduler.schedule(after: period) { tick(scheduler, every: period) }
    }

    @Test func refusesToRunForEver() {
        Self.tick(scheduler, every: .seconds(3))
        let error = #expect(throws: RunLimitError.self) { try scheduler.run(limit: 10) }
        #expect(
            error?.description == """
                the scheduler has done 10 pieces of work, is at 30.0 seconds, and 1 more wait: something goes on without \
                end; let it end (take, disposedAt:), advance by a fixed time, or raise the limit
                """)
        #expect(error?.limit == 10)
        #expect(error?.now == .seconds(30))
        #expect(error?.pendingCount == 1)
    }

    @Test func runFailsAfterTooMuchRealTime() {
        Self.tick(scheduler, every: .seconds(3))
        let error = #expect(throws: RunLimitError.self) { try scheduler.run(limit: .max, realTimeLimit: .zero) }
        #expect(
            error?.description == """
                the scheduler has run for more than 0.0 seconds of real time, is at 3.0 seconds, and 1 more wait: \
                something goes on without end; let it end (take, disposedAt:), or advance by a fixed time
                """)
        #expect(error?.realTimeLimit == .zero)
        #expect(throws: RunLimitError.self) { try scheduler.run(limit: .max, realTimeLimit: .milliseconds(20)) }
        #expect(scheduler.now > .seconds(3))
    }

    @Test func runToTheEndIgnoresTheRealTimeLimit() throws {
        scheduler.schedule {}
        try scheduler.run(limit: .max, realTimeLimit: .zero)
    }

    @Test func goesOnAfterTheLimit() {
        Self.tick(scheduler, every: .seconds(1))
        #expect(throws: RunLimitError.self) { try scheduler.run(limit: 10) }
        #expect(throws: RunLimitError.self) { try scheduler.run(limit: 5) }
        #expect(scheduler.now == .seconds(15))
    }

    @Test func isIdleWithExactlyAsMuchWorkAsTheLimit() throws {
        for _ in 0..<10 { scheduler.schedule {} }
        try scheduler.run(limit: 10)
    }

    @Test func advancesThroughWorkThatGoesOnWithoutEnd() {
        Self.tick(scheduler, every: .seconds(1))
        scheduler.advance(by: .seconds(1_000))
        #expect(scheduler.now == .seconds(1_000))
        #expect(scheduler.pendingCount == 1)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func trapsWhenTimeStandsStill() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                @Sendable func again() { scheduler.schedule { again() } }
                scheduler.schedule(after: .seconds(3)) { again() }
                scheduler.advance(to: .seconds(5), standstillLimit: 1_000)
            }
            expectTrap(
                result,
                """
                TestScheduler: 1000 pieces of work have run at 3.0 seconds, and there is more: something schedules itself \
                without delay, without end
                """)
        }

        @Test func trapsWhenAdvancingTakesTooMuchRealTime() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                Self.tick(scheduler, every: .seconds(3))
                scheduler.advance(to: .seconds(60), standstillLimit: 1_000, realTimeLimit: .zero)
            }
            expectTrap(
                result,
                """
                TestScheduler: advancing from 0.0 seconds to 60.0 seconds has taken more than 0.0 seconds of real time \
                and is at 3.0 seconds: a stream does not end, or has too much to do for that distance. Let it end \
                (take, dispose), or advance in smaller steps
                """)
        }

        @Test func trapsWhenTimeIsToGoBack() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                scheduler.advance(by: .seconds(5))
                scheduler.advance(toTick: 4)
            }
            expectTrap(
                result,
                "TestScheduler: time does not go back: it is 5.0 seconds, and was to be advanced to 4.0 seconds")
        }

        @Test func trapsWhenATickHasNoLength() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(tick: .zero)
            }
            expectTrap(result, "TestScheduler: a tick has to be longer than zero, got 0.0 seconds")
        }
    #endif
}
