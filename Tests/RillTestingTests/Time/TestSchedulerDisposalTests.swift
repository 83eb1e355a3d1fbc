import Rill
import RillTesting
import Testing

@Suite struct TestSchedulerDisposalTests {
    let scheduler = TestScheduler()
    let ran = Box(0)

    private final class Token: Sendable {}

    @Test func neverRunsWhatHasBeenDisposed() throws {
        let ran = ran
        let handle = scheduler.schedule(after: .seconds(1)) { ran.value += 1 }
        #expect(!handle.isDisposed)
        handle.dispose()
        handle.dispose()
        #expect(scheduler.pendingCount == 0)
        try scheduler.run()
        #expect(ran.value == 0)
        #expect(scheduler.now == .zero)
    }

    @Test func runsWorkWhoseHandleIsDropped() throws {
        let ran = ran
        scheduler.schedule(after: .seconds(1)) { ran.value += 1 }
        try scheduler.run()
        #expect(ran.value == 1)
    }

    @Test func releasesDisposedWorkAtOnce() {
        weak var token: Token?
        let handle: Disposable
        do {
            let strong = Token()
            token = strong
            handle = scheduler.schedule(after: .seconds(1)) { withExtendedLifetime(strong) {} }
        }
        #expect(token != nil)
        handle.dispose()
        #expect(token == nil)
    }

    @Test func releasesWorkThatHasRun() {
        weak var token: Token?
        let handle: Disposable
        do {
            let strong = Token()
            token = strong
            handle = scheduler.schedule { withExtendedLifetime(strong) {} }
        }
        scheduler.advance(by: .zero)
        #expect(token == nil)
        #expect(handle.isDisposed)
    }

    @Test func releasesWorkThatWaitsWhenItGoes() {
        weak var token: Token?
        var handle = Disposable.none
        do {
            let scheduler = TestScheduler()
            let strong = Token()
            token = strong
            handle = scheduler.schedule(after: .seconds(1)) { withExtendedLifetime(strong) {} }
        }
        #expect(token == nil)
        handle.dispose()
    }

    @Test func letsWorkTakeBackWorkOfTheSameTime() throws {
        let (ran, later) = (ran, Box(Disposable.none))
        scheduler.schedule(after: .seconds(1)) { later.value.dispose() }
        later.value = scheduler.schedule(after: .seconds(1)) { ran.value += 1 }
        try scheduler.run()
        #expect(ran.value == 0)
    }

    @Test func callsNothingUnderItsLockWhenItReleases() {
        // The deinit of what the work holds uses the scheduler: it would hang if it ran under the lock.
        final class Nosy: Sendable {
            let scheduler: TestScheduler
            init(_ scheduler: TestScheduler) { self.scheduler = scheduler }
            deinit { scheduler.schedule {} }
        }
        let nosy = Nosy(scheduler)
        let handle = scheduler.schedule(after: .seconds(1)) { [nosy] in withExtendedLifetime(nosy) {} }
        withExtendedLifetime(consume nosy) {}
        handle.dispose()
        #expect(scheduler.pendingCount == 1)
    }

    @Test func holdsAHundredThousandTimers() throws {
        let ran = ran
        // Every time differs, and they come in no order.
        let handles = (0..<100_000).map { number in
            scheduler.schedule(after: .milliseconds(number * 7_919 % 100_000)) { ran.value += 1 }
        }
        for handle in handles.prefix(50_000) { handle.dispose() }
        #expect(scheduler.pendingCount == 50_000)
        try scheduler.run()
        #expect(ran.value == 50_000)
    }

    @Test func takesWorkFromManyThreads() async throws {
        let (scheduler, ran) = (scheduler, ran)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<500 {
                        let handle = scheduler.schedule(after: .milliseconds(number)) { ran.value += 1 }
                        if number % 2 == 0 { handle.dispose() }
                    }
                }
            }
        }
        #expect(scheduler.pendingCount == 2_000)
        try scheduler.run()
        #expect(ran.value == 2_000)
    }
}
