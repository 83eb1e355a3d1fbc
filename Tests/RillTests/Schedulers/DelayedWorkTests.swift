import Dispatch
import RillTestSupport
import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Tests of delayed work on the Dispatch schedulers, which share one timer per queue.
@Suite(.timeLimit(.minutes(10))) struct DelayedWorkTests {
    private let order = Log<Int>()

    @Test func earlierWorkRearmsTheTimer() async {
        let scheduler = SerialDispatchQueueScheduler()
        let late = [3_600, 1_800, 7_200].map { seconds in
            scheduler.schedule(after: .seconds(seconds)) { order.append(seconds) }
        }
        for milliseconds in [30, 20, 10] {
            scheduler.schedule(after: .milliseconds(milliseconds)) { order.append(milliseconds) }
            #expect(await order.wait(for: order.entries.count + 1).last == milliseconds)
        }
        // The timer is armed again for the remaining work.
        scheduler.schedule(after: .milliseconds(1)) { order.append(1) }
        #expect(await order.wait(for: 4) == [30, 20, 10, 1])
        for handle in late { handle.dispose() }
    }

    @Test func workRunsAfterTheEarliestIsCanceled() async {
        let scheduler = SerialDispatchQueueScheduler()
        let first = scheduler.schedule(after: .milliseconds(5)) { order.append(1) }
        scheduler.schedule(after: .milliseconds(10)) { order.append(2) }
        first.dispose()
        #expect(await order.wait(for: 1) == [2])
    }

    @Test func workDoesNotRunEarly() async {
        let scheduler = SerialDispatchQueueScheduler()
        let delays = (0..<50).map { Duration.microseconds($0 * 37 % 50 * 200) }
        let start = scheduler.now
        let early = Atomic(0)
        for (number, delay) in delays.enumerated() {
            scheduler.schedule(after: delay) {
                if scheduler.now - start < delay { early.add(1, ordering: .relaxed) }
                order.append(number)
            }
        }
        #expect(await Set(order.wait(for: 50)).count == 50)
        #expect(early.load(ordering: .relaxed) == 0)
    }

    @Test func negativeDelayRunsImmediatelyAndHugeDelayDoesNotRun() async {
        let scheduler = SerialDispatchQueueScheduler()
        let longest = Duration.seconds(Int64.max)
        let handles = [longest, longest + longest, .seconds(Int64.max / 1_000_000_000)].map {
            scheduler.schedule(after: $0) { order.append(0) }
        }
        scheduler.schedule(after: .zero - longest) { order.append(1) }
        #expect(await order.wait(for: 1) == [1])
        scheduler.schedule(after: .nanoseconds(1)) { order.append(2) }
        #expect(await order.wait(for: 2) == [1, 2])
        for handle in handles { handle.dispose() }
    }

    @Test func delayedWorkWaitsWhileTheQueueIsSuspended() async {
        let queue = DispatchQueue(label: "suspended")
        let scheduler = SerialDispatchQueueScheduler(queue: queue)
        queue.suspend()
        let released = WeakReference<AnyObject>()
        let handles = (1...4).map { number in
            let token = Token()
            released.value = token
            return scheduler.schedule(after: .milliseconds(number)) {
                withExtendedLifetime(token) { _ = order.append(number) }
            }
        }
        let other = Log<Int>()
        SerialDispatchQueueScheduler().schedule(after: .milliseconds(10)) { other.append(1) }
        await other.wait(for: 1)
        handles[3].dispose()
        #expect(released.value == nil)
        #expect(order.entries.isEmpty)
        queue.resume()
        scheduler.schedule(after: .milliseconds(5)) { order.append(5) }
        #expect(await order.wait(for: 4) == [1, 2, 3, 5])
    }

    @Test func workThatSuspendsTheQueueDelaysOtherDueWork() async {
        let queue = DispatchQueue(label: "suspended by work")
        let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
        queue.suspend()
        for number in 1...3 {
            scheduler.schedule(after: .microseconds(number)) {
                // Suspends the queue first, because resuming a queue that is not suspended traps.
                if number == 1 { queue.suspend() }
                order.append(number)
            }
        }
        queue.resume()
        await order.wait(for: 1)
        let other = Log<Int>()
        SerialDispatchQueueScheduler().schedule(after: .milliseconds(10)) { other.append(1) }
        await other.wait(for: 1)
        #expect(order.entries == [1])
        queue.resume()
        #expect(await order.wait(for: 3) == [1, 2, 3])
    }

    @Test func blockedWorkDoesNotDelayOtherWorkOnAConcurrentQueue() async {
        let scheduler = ConcurrentDispatchQueueScheduler(
            queue: DispatchQueue(label: "concurrent", attributes: .concurrent))
        let latch = Latch()
        scheduler.schedule(after: .milliseconds(1)) { order.append(latch.wait() ? 2 : -1) }
        scheduler.schedule(after: .milliseconds(2)) {
            order.append(1)
            latch.open()
        }
        #expect(await order.wait(for: 2) == [1, 2])
    }

    @Test func pendingWorkRetainsTheScheduler() async {
        let base = WeakReference<DispatchQueueScheduler>()
        let handle = { [order] in
            let scheduler = DispatchQueueScheduler(queue: DispatchQueue(label: "released"))
            base.value = scheduler
            _ = scheduler.schedule(after: .milliseconds(1)) { order.append(1) }
            return scheduler.schedule(after: .seconds(3_600)) { order.append(2) }
        }()
        #expect(await order.wait(for: 1) == [1])
        #expect(base.value != nil)
        handle.dispose()
        #expect(await eventually { base.value == nil })
    }

    @Test func canceledWorkReleasesItsClosure() {
        let scheduler = SerialDispatchQueueScheduler()
        let released = WeakReference<AnyObject>()
        let handle = {
            let token = Token()
            released.value = token
            return scheduler.schedule(after: .seconds(3_600)) { withExtendedLifetime(token) {} }
        }()
        #expect(released.value != nil && !handle.isDisposed)
        handle.dispose()
        #expect(released.value == nil && handle.isDisposed)
    }

    @Test func workCanCancelAndScheduleOtherWork() async {
        let scheduler = SerialDispatchQueueScheduler()
        let other = scheduler.schedule(after: .seconds(3_600)) { order.append(9) }
        scheduler.schedule(after: .milliseconds(1)) {
            other.dispose()
            scheduler.schedule(after: .milliseconds(1)) { order.append(2) }
            order.append(1)
        }
        #expect(await order.wait(for: 2) == [1, 2])
    }

    @Test(.tags(.realThreads)) func concurrentSchedulingAndCancellation() async {
        let scheduler = SerialDispatchQueueScheduler()
        // Synchronized only by the scheduler; the thread sanitizer detects overlaps.
        let runs = SerialState(0)
        let finished = await onThreads(
            (0..<4).map { thread in
                {
                    for number in 0..<500 {
                        scheduler.schedule(after: .microseconds(number % 7 * 50 + 1)) {
                            runs.value += 1
                            order.append(number)
                        }
                        scheduler.schedule(after: .seconds(3_600)) { runs.value += 1_000_000 }.dispose()
                        let raced = scheduler.schedule(after: .microseconds(number % 5 * 10 + 1)) {}
                        if thread % 2 == 0 { raced.dispose() }
                    }
                }
            })
        #expect(finished)
        await order.wait(for: 2_000)
        scheduler.schedule { order.append(runs.value) }
        #expect(await order.wait(for: 2_001).last == 2_000)
    }

    private final class Token: Sendable {}
}
