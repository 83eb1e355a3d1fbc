package import Rill
package import RillTesting
internal import Synchronization

/// A scheduler whose clock is ahead of its timers after the machine was suspended.
package final class SuspendedScheduler: Scheduler {
    private let base: TestScheduler
    private let offset = Atomic<Int64>(0)

    package init(_ base: TestScheduler) {
        self.base = base
    }

    package func suspend(forSeconds seconds: Int64) {
        offset.store(seconds, ordering: .relaxed)
    }

    package var now: Duration { base.now + .seconds(offset.load(ordering: .relaxed)) }

    package func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { base.schedule(work) }

    package func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        base.schedule(after: delay, work)
    }
}
