import Rill

/// A scheduler whose time never advances: undelayed work runs immediately, and delayed work never runs.
struct FrozenScheduler: Scheduler {
    var now: Duration { .zero }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        work()
        return .none
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        delay > .zero ? Disposable {} : schedule(work)
    }
}
