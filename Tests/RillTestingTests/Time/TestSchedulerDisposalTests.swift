import Rill
import RillTestSupport
import RillTesting
import Testing

@Suite struct TestSchedulerDisposalTests {
    let scheduler = TestScheduler()
    let ran = Box(0)

    private final class Token: Sendable {}

    @Test func disposedWorkDoesNotRun() throws {
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

    @Test func releasingHandleDoesNotCancelWork() throws {
        let ran = ran
        scheduler.schedule(after: .seconds(1)) { ran.value += 1 }
        try scheduler.run()
        #expect(ran.value == 1)
    }

    @Test func disposedWorkIsReleasedImmediately() {
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

    @Test func completedWorkIsReleased() {
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

    @Test func deallocatedSchedulerReleasesPendingWork() {
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

    @Test func workCanCancelWorkDueAtTheSameTime() throws {
        let (ran, later) = (ran, Box(Disposable.none))
        scheduler.schedule(after: .seconds(1)) { later.value.dispose() }
        later.value = scheduler.schedule(after: .seconds(1)) { ran.value += 1 }
        try scheduler.run()
        #expect(ran.value == 0)
    }

    @Test func releasesWorkOutsideItsLock() {
        // The captured object schedules work in its deinitializer, which deadlocks if it runs with the lock held.
        final class SchedulesOnDeinit: Sendable {
            let scheduler: TestScheduler
            init(_ scheduler: TestScheduler) { self.scheduler = scheduler }
            deinit { scheduler.schedule {} }
        }
        let object = SchedulesOnDeinit(scheduler)
        let handle = scheduler.schedule(after: .seconds(1)) { [object] in withExtendedLifetime(object) {} }
        withExtendedLifetime(consume object) {}
        handle.dispose()
        #expect(scheduler.pendingCount == 1)
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func runs100000Timers() throws {
        let ran = ran
        // The times are distinct and in no particular order.
        let handles = (0..<100_000).map { number in
            scheduler.schedule(after: .milliseconds(number * 7_919 % 100_000)) { ran.value += 1 }
        }
        for handle in handles.prefix(50_000) { handle.dispose() }
        #expect(scheduler.pendingCount == 50_000)
        try scheduler.run()
        #expect(ran.value == 50_000)
    }

    @Test func acceptsWorkFromManyThreads() async throws {
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
