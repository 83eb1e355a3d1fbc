import Dispatch
import Foundation
import Rill
import RillTesting
import Testing

@Suite struct TestSchedulerLimitTests {
    let scheduler = TestScheduler()

    /// Schedules work that reschedules itself forever.
    @Sendable private static func tick(_ scheduler: TestScheduler, every period: Duration) {
        scheduler.schedule(after: period) { tick(scheduler, every: period) }
    }

    @Test func runFailsAtTheWorkLimit() {
        Self.tick(scheduler, every: .seconds(3))
        let error = #expect(throws: RunLimitError.self) { try scheduler.run(limit: 10) }
        #expect(
            error?.description == """
                TestScheduler.run stopped at 30.0 seconds after 10 work items (pending work items: 1): \
                a stream does not terminate or schedules too much work. End it (take, disposedAt:), advance by a fixed \
                time, or raise the limit
                """)
        #expect(error?.limit == 10)
        #expect(error?.now == .seconds(30))
        #expect(error?.pendingCount == 1)
    }

    @Test func runFailsAtTheCPUTimeLimit() {
        Self.tick(scheduler, every: .seconds(3))
        let error = #expect(throws: RunLimitError.self) { try scheduler.run(limit: .max, cpuTimeLimit: .zero) }
        #expect(
            error?.description == """
                TestScheduler.run stopped at 3.0 seconds after 0.0 seconds of CPU time (pending work items: 1): \
                a stream does not terminate or schedules too much work. End it (take, disposedAt:), advance by a fixed \
                time, or raise the limit
                """)
        #expect(error?.cpuTimeLimit == .zero)
        #expect(throws: RunLimitError.self) { try scheduler.run(limit: .max, cpuTimeLimit: .milliseconds(20)) }
        #expect(scheduler.now > .seconds(3))
    }

    @Test func recordStopsAfterFiveSecondsOfCPUTime() {
        let cpuClock = TestScheduler()
        let kit = TestKit(scheduler: TestScheduler(cpuTime: { cpuClock.now }))
        let polls = Observable.interval(.seconds(1), scheduler: kit.scheduler)
            .do(onNext: { _ in cpuClock.advance(by: .milliseconds(800)) })
        let result = kit.record { polls }
        #expect(result.limitError?.cpuTimeLimit == .seconds(5))
        #expect(result.values == Array(0...6))
        #expect(kit.record(cpuTimeLimit: .seconds(1)) { polls }.values == [0, 1])
        #expect(kit.scheduler.pendingCount == 0)
    }

    /// The thread waits while another thread uses more CPU time than the limit.
    @Test func limitIgnoresWaitingAndOtherThreads() throws {
        let hasEnded = DispatchSemaphore(value: 0)
        scheduler.schedule {
            Thread.detachNewThread {
                while Duration.cpuTimeOfThread < .milliseconds(60) {}
                hasEnded.signal()
            }
            hasEnded.wait()
        }
        scheduler.schedule {}
        try scheduler.run(cpuTimeLimit: .milliseconds(50))
        #expect(scheduler.pendingCount == 0)
    }

    @Test func runThatFinishesAllWorkIgnoresCPUTimeLimit() throws {
        scheduler.schedule {}
        try scheduler.run(limit: .max, cpuTimeLimit: .zero)
    }

    @Test func runContinuesAfterTheLimit() {
        Self.tick(scheduler, every: .seconds(1))
        #expect(throws: RunLimitError.self) { try scheduler.run(limit: 10) }
        #expect(throws: RunLimitError.self) { try scheduler.run(limit: 5) }
        #expect(scheduler.now == .seconds(15))
    }

    @Test func runSucceedsWithExactlyTheLimit() throws {
        for _ in 0..<10 { scheduler.schedule {} }
        try scheduler.run(limit: 10)
    }

    @Test func advanceStopsAtTheTargetTime() {
        Self.tick(scheduler, every: .seconds(1))
        scheduler.advance(by: .seconds(1_000))
        #expect(scheduler.now == .seconds(1_000))
        #expect(scheduler.pendingCount == 1)
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func reschedulingWithoutDelayTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                @Sendable func reschedule() { scheduler.schedule { reschedule() } }
                scheduler.schedule(after: .seconds(3)) { reschedule() }
                scheduler.advance(to: .seconds(5), standstillLimit: 1_000)
            }
            expectTrap(
                result,
                """
                TestScheduler: 1000 work items ran at 3.0 seconds without advancing the time: work reschedules \
                itself without a delay
                """)
        }

        @Test func advanceTrapsAtTheCPUTimeLimit() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                Self.tick(scheduler, every: .seconds(3))
                scheduler.advance(to: .seconds(60), standstillLimit: 1_000, cpuTimeLimit: .zero)
            }
            expectTrap(
                result,
                """
                TestScheduler: advancing from 0.0 seconds to 60.0 seconds exceeded 0.0 seconds of CPU time at 3.0 seconds: \
                a stream does not terminate or schedules too much work. End it (take, dispose), or advance in smaller \
                steps
                """)
        }

        @Test func advancingToThePastTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                scheduler.advance(by: .seconds(5))
                scheduler.advance(toTick: 4)
            }
            expectTrap(
                result,
                "TestScheduler: cannot advance to 4.0 seconds: the current time is already 5.0 seconds")
        }

        @Test func zeroTickTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = TestScheduler(tick: .zero)
            }
            expectTrap(result, "TestScheduler: tick must be greater than zero, got 0.0 seconds")
        }
    #endif
}
