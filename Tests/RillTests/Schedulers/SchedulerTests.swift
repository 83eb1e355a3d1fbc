import Dispatch
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SchedulerTests {
    @Test(.tags(.realThreads)) func serialQueueRunsWorkInOrder() async {
        let scheduler = SerialDispatchQueueScheduler()
        let order = Log<Int>()
        for number in 0..<1_000 { scheduler.schedule { order.append(number) } }
        #expect(await order.wait(for: 1_000) == Array(0..<1_000))
    }

    @Test(.tags(.realThreads)) func delayedWorkRunsInOrderOfDueTime() async {
        let scheduler = SerialDispatchQueueScheduler()
        let order = Log<Int>()
        let start = scheduler.now
        scheduler.schedule(after: .milliseconds(60)) { order.append(2) }
        scheduler.schedule(after: .milliseconds(20)) { order.append(1) }
        scheduler.schedule(after: .zero) { order.append(0) }
        #expect(await order.wait(for: 3) == [0, 1, 2])
        #expect(scheduler.now - start >= .milliseconds(60))
    }

    @Test func disposedWorkIsReleasedAndDoesNotRun() async {
        let scheduler = SerialDispatchQueueScheduler()
        let runs = SerialState(0)
        let released = Log<Void>()
        do {
            let detector = ReleaseDetector { released.append(()) }
            let work = scheduler.schedule(after: .seconds(3_600)) {
                runs.value += 1
                withExtendedLifetime(detector) {}
            }
            work.dispose()
        }
        await released.wait(for: 1)
        #expect(runs.value == 0)
    }

    @Test(.tags(.realThreads)) func concurrentQueueDeliversOneEventAtATime() async {
        let (recorder, subscription) = Observable.from(0..<20_000)
            .observeOn(ConcurrentDispatchQueueScheduler()).record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == Array(0..<20_000))
        subscription.dispose()
    }

    @Test func immediateSchedulerIgnoresDelays() {
        let runs = SerialState(0)
        ImmediateScheduler.shared.schedule { runs.value += 1 }
        ImmediateScheduler.shared.schedule(after: .seconds(3_600)) { runs.value += 1 }
        #expect(runs.value == 2)
        #expect(ImmediateScheduler.shared.now == .zero)
    }

    @Test func currentThreadSchedulerQueuesNestedWork() {
        let order = SerialState<[Int]>([])
        let scheduler = CurrentThreadScheduler.shared
        scheduler.schedule {
            order.value.append(1)
            scheduler.schedule(after: .milliseconds(2)) { order.value.append(5) }
            scheduler.schedule(after: .milliseconds(1)) { order.value.append(4) }
            scheduler.schedule { order.value.append(3) }
            scheduler.schedule { order.value.append(9) }.dispose()
            order.value.append(2)
        }
        #expect(order.value == [1, 2, 3, 4, 5])
    }

    @Test(.tags(.realThreads)) func subscribeOnResumesTheSourceOnItsQueue() async throws {
        let home = SerialDispatchQueueScheduler(label: "home")
        let source = Observable.unfold(0) { number -> (Int, Int)? in
            guard number < 5_000 else { return nil }
            return (home.isCurrent ? number : -1, number + 1)
        }
        let values = try await source.subscribeOn(home).observeOn(SerialDispatchQueueScheduler(label: "away"))
            .collected()
        #expect(values == Array(0..<5_000))
    }

    @Test func currentThreadSchedulerReleasesFinishedWork() {
        final class Token: Sendable {
            private let released: Log<Void>
            init(_ released: Log<Void>) { self.released = released }
            deinit { released.append(()) }
        }
        let released = Log<Void>()
        let kept = Log<Int>()
        @Sendable func loop(_ count: Int) {
            guard count > 0 else { return }
            let token = Token(released)
            CurrentThreadScheduler.shared.schedule {
                loop(count - 1)
                withExtendedLifetime(token) {}
                if count == 1 { kept.append(10_000 - released.entries.count) }
            }
        }
        CurrentThreadScheduler.shared.schedule {
            loop(5_000)
            loop(5_000)
        }
        #expect(kept.entries.count == 2 && kept.entries.allSatisfy { $0 < 10 }, "\(kept.entries)")
    }
}
