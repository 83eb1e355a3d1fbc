import Dispatch
import Rill
import RillTestSupport
import RillTesting
import Synchronization
import Testing

// The sample on the page "Writing a scheduler", and tests of the documented rules. `DocumentationTests` compares it with
// the page line by line.

struct QueueScheduler: Scheduler {
    let queue: DispatchQueue
    let start = ContinuousClock.now

    var now: Duration { ContinuousClock.now - start }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let item = WorkItem(work)
        queue.async { item.take()?() }
        return Disposable { _ = item.take() }
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        guard delay > .zero else { return schedule(work) }
        let item = WorkItem(work)
        queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { item.take()?() }
        return Disposable { _ = item.take() }
    }
}

/// Work that runs at most once, and is released when it runs or is canceled.
final class WorkItem: Sendable {
    private let work: Mutex<(@Sendable () -> Void)?>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(work) }

    func take() -> (@Sendable () -> Void)? { work.withLock { $0.take() } }
}

@Suite struct WritingASchedulerPageSamples {
    private let scheduler = QueueScheduler(queue: DispatchQueue(label: "page"))

    @Test func zeroDelaysKeepTheOrder() async {
        let log = Log<Int>()
        _ = scheduler.schedule { log.append(1) }
        _ = scheduler.schedule(after: .zero) { log.append(2) }
        _ = scheduler.schedule(after: .milliseconds(-1)) { log.append(3) }
        _ = scheduler.schedule { log.append(4) }
        #expect(await log.wait(for: 4) == [1, 2, 3, 4])
    }

    @Test func disposalReleasesDelayedWork() {
        final class Token: Sendable {}
        weak var reference: Token?
        do {
            let token = Token()
            reference = token
            let delayed = scheduler.schedule(after: .seconds(3_600)) { withExtendedLifetime(token) {} }
            #expect(reference != nil)
            delayed.dispose()
        }
        #expect(reference == nil)
    }

    @Test func streamRunsOnTheScheduler() async throws {
        let delayed = Observable.of(1, 2).observeOn(scheduler).delay(.milliseconds(1), scheduler: scheduler)
        #expect(try await delayed.collected() == [1, 2])
    }
}
