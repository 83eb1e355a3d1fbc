internal import Synchronization

/// The part of a registry that its records share.
///
/// A record references the tracker. The tracker references the record until the last scope of the subscription is
/// released.
final class ActivityTracker: @unchecked Sendable {  // the variables are guarded by `lock`
    /// Guards the records of the registry and their details.
    let lock = Lock()

    /// Whether the elements of each subscription are counted.
    let countsElements: Bool

    /// Returns the time since a fixed instant.
    let now: @Sendable () -> Duration

    /// The subscriptions that have not ended or are still in memory, in no particular order.
    private var list: [SubscriptionRecord] = []
    private var lastNumber: UInt64 = 0

    private var observers: [UInt64: @Sendable () -> Void] = [:]
    private let hasObservers = Atomic(false)

    /// The number of subscriptions that have not settled, plus the number of terminal events that are being delivered.
    private let unfinished = Atomic(0)

    init(countsElements: Bool, now: @escaping @Sendable () -> Duration) {
        self.countsElements = countsElements
        self.now = now
    }

    // MARK: Records

    /// Adds the record of a new subscription.
    func add(_ record: SubscriptionRecord) {
        begin()
        lock.withLock {
            lastNumber += 1
            record.number = lastNumber
            record.index = list.count
            list.append(record)
        }
    }

    /// Removes a record, which the caller retains.
    func remove(_ record: SubscriptionRecord) {
        lock.withLock {
            let last = list.removeLast()
            guard last !== record else { return }
            list[record.index] = last
            last.index = record.index
        }
    }

    /// The records in the order in which their subscriptions began.
    var records: [SubscriptionRecord] {
        lock.withLock { list }.sorted { $0.number < $1.number }
    }

    /// Whether any recorded subscription has not ended.
    var hasOpenRecord: Bool { lock.withLock { list.contains(where: \.isOpen) } }

    // MARK: Termination

    /// Whether all subscriptions have ended, the actions of their scopes have run, and their terminal events have been
    /// delivered.
    var isSettled: Bool { unfinished.load(ordering: .sequentiallyConsistent) == 0 }

    /// Adds a closure that is called when all subscriptions have settled.
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

    /// Counts a subscription, or the delivery of a terminal event, as unfinished.
    func begin() {
        unfinished.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a subscription, or the delivery of a terminal event, as finished, and calls the observers if nothing else
    /// is unfinished.
    ///
    /// Uses sequentially consistent ordering, so that either an observer is called or its owner reads that everything
    /// has finished.
    func finish() {
        guard unfinished.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0,
            hasObservers.load(ordering: .sequentiallyConsistent)
        else { return }
        for observer in lock.withLock({ Array(observers.values) }) { observer() }
    }
}
