import Rill

/// A clock that stands still: work without a delay runs at once, work with one never.
struct StillScheduler: Scheduler {
    var now: Duration { .zero }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        work()
        return .none
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        delay > .zero ? Disposable {} : schedule(work)
    }
}
