import Dispatch
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite(.timeLimit(.minutes(10))) struct ClockSchedulerTests {
    private let order = Log<Int>()

    /// Waits for the given number of sleep calls, and expects the deadline of the last one.
    private func expectSleep(
        _ clock: ManualClock, _ count: Int, until deadline: Duration, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let sleeps = await clock.sleeps.wait(for: count)
        #expect(sleeps.count == count, sourceLocation: sourceLocation)
        #expect(sleeps.last == deadline, sourceLocation: sourceLocation)
    }

    private func makeScheduler(at offset: Duration = .zero) -> (ManualClock, ClockScheduler<ManualClock>) {
        let clock = ManualClock(at: offset)
        return (clock, ClockScheduler(clock))
    }

    // MARK: Manual clock

    @Test func timeStartsAtZero() {
        let (clock, scheduler) = makeScheduler(at: .seconds(100))
        #expect(scheduler.now == .zero)
        clock.set(to: .seconds(103))
        #expect(scheduler.now == .seconds(3))
    }

    @Test func timeIsMonotonicIfTheClockGoesBack() async {
        let (clock, scheduler) = makeScheduler(at: .seconds(100))
        clock.set(to: .seconds(105))
        #expect(scheduler.now == .seconds(5))
        scheduler.schedule { order.append(1) }
        clock.set(to: .seconds(90))
        #expect(scheduler.now == .seconds(5))
        scheduler.schedule { order.append(2) }
        #expect(await order.wait(for: 2) == [1, 2])
    }

    @Test func workRunsWhenDue() async {
        let (clock, scheduler) = makeScheduler(at: .seconds(7))
        scheduler.schedule(after: .seconds(2)) { order.append(2) }
        await expectSleep(clock, 1, until: .seconds(9))
        #expect(order.entries.isEmpty)
        clock.set(to: .seconds(9))
        await order.wait(for: 1)
    }

    @Test func equalDueTimesRunInSchedulingOrder() async {
        let (clock, scheduler) = makeScheduler()
        for number in 0..<100 { scheduler.schedule(after: .seconds(2)) { order.append(number) } }
        scheduler.schedule(after: .seconds(1)) { order.append(-1) }
        scheduler.schedule(after: .seconds(3)) { order.append(100) }
        clock.set(to: .seconds(3))
        #expect(await order.wait(for: 102) == Array(-1...100))
    }

    @Test func workRunsInOrderOfDueTime() async {
        let (clock, scheduler) = makeScheduler()
        // Each delay from 0 to 49 occurs ten times, in no particular order.
        let delays = (0..<500).map { $0 * 37 % 50 }
        let handles = delays.enumerated().map { number, delay in
            scheduler.schedule(after: .seconds(1 + delay)) { order.append(delay * 1_000 + number) }
        }
        for number in stride(from: 0, to: 500, by: 3) { handles[number].dispose() }
        scheduler.schedule(after: .seconds(51)) { order.append(.max) }
        clock.set(to: .seconds(51))
        let expected = delays.enumerated().filter { $0.offset % 3 != 0 }.map { $0.element * 1_000 + $0.offset }.sorted()
        #expect(await order.wait(for: expected.count + 1) == expected + [.max])
    }

    @Test func sleepsUntilTheEarliestDueTime() async {
        let (clock, scheduler) = makeScheduler()
        scheduler.schedule(after: .seconds(10)) { order.append(10) }
        await expectSleep(clock, 1, until: .seconds(10))
        scheduler.schedule(after: .seconds(20)) { order.append(20) }
        scheduler.schedule(after: .seconds(5)) { order.append(5) }
        await expectSleep(clock, 2, until: .seconds(5))
        #expect(await clock.cancellations.wait(for: 1) == [.seconds(10)])
        #expect(clock.sleeperCount == 1)
        clock.set(to: .seconds(5))
        await expectSleep(clock, 3, until: .seconds(10))
        #expect(order.entries == [5])
        clock.set(to: .seconds(10))
        await expectSleep(clock, 4, until: .seconds(20))
        clock.set(to: .seconds(20))
        #expect(await order.wait(for: 3) == [5, 10, 20])
    }

    @Test func undelayedWorkDoesNotWaitForTheSleepingTask() async {
        let (clock, scheduler) = makeScheduler()
        let late = scheduler.schedule(after: .seconds(10)) { order.append(10) }
        await expectSleep(clock, 1, until: .seconds(10))
        for number in 0..<100 { scheduler.schedule { order.append(number) } }
        scheduler.schedule(after: .seconds(-1)) { order.append(100) }
        #expect(await order.wait(for: 101) == Array(0...100))
        late.dispose()
    }

    @Test func workScheduledByWorkRunsAfterIt() async {
        let (clock, scheduler) = makeScheduler()
        scheduler.schedule {
            scheduler.schedule { order.append(2) }
            scheduler.schedule(after: .seconds(1)) { order.append(3) }
            scheduler.schedule { order.append(9) }.dispose()
            order.append(1)
        }
        await expectSleep(clock, 1, until: .seconds(1))
        #expect(order.entries == [1, 2])
        clock.set(to: .seconds(1))
        #expect(await order.wait(for: 3) == [1, 2, 3])
    }

    @Test func disposedWorkIsReleasedAndDoesNotRun() async {
        let (clock, scheduler) = makeScheduler()
        let released = SerialState(0)
        do {
            let detector = ReleaseDetector { released.value += 1 }
            let work = scheduler.schedule(after: .seconds(1)) {
                withExtendedLifetime(detector) { _ = order.append(1) }
            }
            #expect(!work.isDisposed)
            work.dispose()
            work.dispose()
            #expect(work.isDisposed)
        }
        #expect(released.value == 1)
        scheduler.schedule(after: .seconds(2)) { order.append(2) }
        clock.set(to: .seconds(2))
        #expect(await order.wait(for: 1) == [2])
    }

    @Test func completedWorkIsReleasedWhileItsHandleIsRetained() async {
        let scheduler = ClockScheduler(ManualClock())
        let released = Log<Int>()
        let work = scheduleDetector(on: scheduler, released)
        await released.wait(for: 1)
        #expect(work.isDisposed)
    }

    private func scheduleDetector(on scheduler: any Scheduler, _ released: Log<Int>) -> Disposable {
        let detector = ReleaseDetector { released.append(1) }
        return scheduler.schedule { withExtendedLifetime(detector) {} }
    }

    @Test func cancelingAllWorkCancelsTheSleep() async {
        let (clock, scheduler) = makeScheduler()
        for round in 1...3 {
            let handles = (1...3).map { scheduler.schedule(after: .seconds(10 * $0)) {} }
            await expectSleep(clock, round, until: .seconds(10))
            // The first handle belongs to the work for whose due time the scheduler sleeps.
            for handle in handles { handle.dispose() }
            #expect(await clock.cancellations.wait(for: round).count == round)
            #expect(clock.sleeperCount == 0)
        }
    }

    @Test(arguments: [false, true]) func schedulerIsReleasedWithoutPendingWork(runs: Bool) async {
        let released = Log<Int>()
        do {
            let clock = ManualClock(onRelease: { released.append(1) })
            let scheduler = ClockScheduler(clock)
            let work = scheduler.schedule(after: .seconds(1)) {}
            await expectSleep(clock, 1, until: .seconds(1))
            if runs { clock.set(to: .seconds(1)) } else { work.dispose() }
        }
        await released.wait(for: 1)
    }

    @Test func pendingWorkRetainsTheScheduler() async {
        let clock = ManualClock()
        ClockScheduler(clock).schedule(after: .seconds(1)) { order.append(1) }
        await expectSleep(clock, 1, until: .seconds(1))
        clock.set(to: .seconds(1))
        await order.wait(for: 1)
    }

    // MARK: Irregular clocks

    @Test func lateWakeRunsAllDueWork() async {
        let (clock, scheduler) = makeScheduler()
        for second in 1...3 { scheduler.schedule(after: .seconds(second)) { order.append(second) } }
        await expectSleep(clock, 1, until: .seconds(1))
        clock.set(to: .seconds(2), waking: false)
        #expect(order.entries.isEmpty)
        clock.wakeAll()
        await expectSleep(clock, 2, until: .seconds(3))
        #expect(order.entries == [1, 2])
        clock.set(to: .seconds(3))
        #expect(await order.wait(for: 3) == [1, 2, 3])
    }

    @Test func earlyWakeSleepsAgain() async {
        let (clock, scheduler) = makeScheduler()
        scheduler.schedule(after: .seconds(1)) { order.append(1) }
        await expectSleep(clock, 1, until: .seconds(1))
        clock.wakeAll()
        await expectSleep(clock, 2, until: .seconds(1))
        #expect(order.entries.isEmpty)
        clock.set(to: .seconds(1))
        await order.wait(for: 1)
    }

    @Test func failingSleepFallsBackToPollingTheTime() async {
        let clock = ManualClock(refusal: { TestError() })
        let scheduler = ClockScheduler(clock)
        scheduler.schedule(after: .seconds(1)) { order.append(1) }
        scheduler.schedule(after: .seconds(2)) { order.append(2) }
        await clock.sleeps.wait(for: 3)
        #expect(order.entries.isEmpty)
        clock.set(to: .seconds(1))
        await order.wait(for: 1)
        clock.set(to: .seconds(2))
        #expect(await order.wait(for: 2) == [1, 2])
    }

    @Test func veryLongDelaysDoNotTrap() async {
        let clock = ManualClock()
        let longest = Duration.seconds(Int64.max)
        for scheduler in [ClockScheduler(clock), ClockScheduler(ContinuousClock())] as [any Scheduler] {
            let order = Log<Int>()
            let handles = [longest, longest + longest].map { scheduler.schedule(after: $0) {} }
            scheduler.schedule { order.append(1) }
            await order.wait(for: 1)
            for handle in handles { handle.dispose() }
        }
    }

    // MARK: Operators

    @Test func intervalUsesTheClock() async {
        let (clock, scheduler) = makeScheduler()
        let subscription = Observable.interval(.seconds(2), scheduler: scheduler).subscribe(onNext: { order.append($0) }
        )
        for tick in 1...3 {
            await expectSleep(clock, tick, until: .seconds(2 * tick))
            clock.set(to: .seconds(2 * tick))
        }
        #expect(await order.wait(for: 3) == [0, 1, 2])
        await expectSleep(clock, 4, until: .seconds(8))
        subscription.dispose()
        #expect(await clock.cancellations.wait(for: 1) == [.seconds(8)])
        #expect(clock.sleeperCount == 0)
    }

    @Test func descriptionIsTheNameOfTheClock() {
        let schedulers: [any CustomStringConvertible] = [
            ClockScheduler(ContinuousClock()), ClockScheduler(SuspendingClock()),
        ]
        #expect(schedulers.map(\.description) == ["ContinuousClock", "SuspendingClock"])
    }

    // MARK: Real time

    @Test(.tags(.realThreads)) func runsWorkOnTheContinuousClock() async {
        let scheduler = ClockScheduler(ContinuousClock())
        let start = scheduler.now
        scheduler.schedule(after: .milliseconds(60)) { order.append(2) }
        scheduler.schedule(after: .milliseconds(20)) { order.append(1) }
        scheduler.schedule { order.append(0) }
        #expect(await order.wait(for: 3) == [0, 1, 2])
        #expect(scheduler.now - start >= .milliseconds(60))
    }

    @Test(.tags(.realThreads)) func deliversAStreamInOrder() async {
        for scheduler in [ClockScheduler(ContinuousClock()), ClockScheduler(SuspendingClock())] as [any Scheduler] {
            let order = Log<Int>()
            let subscription = Observable.from(0..<20_000).observeOn(scheduler).subscribe(onNext: { order.append($0) })
            #expect(await order.wait(for: 20_000) == Array(0..<20_000))
            subscription.dispose()
        }
    }

    @Test(.tags(.realThreads)) func concurrentSchedulingRunsWorkSerially() async {
        let scheduler = ClockScheduler(ContinuousClock())
        // Synchronized only by the scheduler; the thread sanitizer detects overlaps.
        let runs = SerialState(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for number in 0..<1_000 {
                scheduler.schedule { runs.value += 1 }
                scheduler.schedule(after: .microseconds(number % 7 * 50)) {
                    runs.value += 1
                    order.append(number)
                }
                scheduler.schedule(after: .microseconds(number % 5 * 40)) {}.dispose()
            }
        }
        await order.wait(for: 4_000)
        scheduler.schedule { order.append(runs.value) }
        #expect(await order.wait(for: 4_001).last == 8_000)
    }
}
