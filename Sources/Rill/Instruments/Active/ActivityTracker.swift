internal import Synchronization

/// The part of a registry that its records share, so that they do not keep the registry in memory.
final class ActivityTracker: @unchecked Sendable {  // `observers` is guarded by `lock`
    /// Guards the records of the registry and their details.
    let lock = Lock()

    /// Whether the elements of each subscription are counted.
    let countsElements: Bool

    /// Returns the time since a fixed instant.
    let now: @Sendable () -> Duration

    private var observers: [UInt64: @Sendable () -> Void] = [:]
    private let hasObservers = Atomic(false)

    init(countsElements: Bool, now: @escaping @Sendable () -> Duration) {
        self.countsElements = countsElements
        self.now = now
    }

    /// Adds a closure that is called whenever a subscription has ended.
    func addObserver(_ action: @escaping @Sendable () -> Void) -> Disposable {
        let id = Instrumentation.nextID()
        lock.withLock {
            observers[id] = action
            hasObservers.store(true, ordering: .sequentiallyConsistent)
        }
        return Disposable { [self] in
            let removed = lock.withLock {
                defer { hasObservers.store(!observers.isEmpty, ordering: .sequentiallyConsistent) }
                return observers.removeValue(forKey: id)
            }
            withExtendedLifetime(removed) {}
        }
    }

    /// Calls the observers.
    ///
    /// Sequentially consistent, so that either an observer is called or its owner sees the end.
    func subscriptionEnded() {
        guard hasObservers.load(ordering: .sequentiallyConsistent) else { return }
        for observer in lock.withLock({ Array(observers.values) }) { observer() }
    }
}
