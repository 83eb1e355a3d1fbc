internal import Synchronization

/// The part of a registry that its records share.
///
/// A record refers to the tracker, and the tracker to the record until the last scope of the subscription is released.
final class ActivityTracker: @unchecked Sendable {  // the variables are guarded by `lock`
    /// Guards the records of the registry and their details.
    let lock = Lock()

    /// Whether the elements of each subscription are counted.
    let countsElements: Bool

    /// Returns the time since a fixed instant.
    let now: @Sendable () -> Duration

    /// The subscriptions that have not ended or are in memory, in no particular order.
    private var list: [SubscriptionRecord] = []
    private var lastNumber: UInt64 = 0

    private var observers: [UInt64: @Sendable () -> Void] = [:]
    private let hasObservers = Atomic(false)

    /// The number of subscriptions that have not settled, and of terminal events that are being delivered.
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

    /// The records in order of the beginning of their subscriptions.
    var records: [SubscriptionRecord] {
        lock.withLock { list }.sorted { $0.number < $1.number }
    }

    /// Whether a subscription has not ended.
    var hasOpenRecord: Bool { lock.withLock { list.contains(where: \.isOpen) } }

    // MARK: The end

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

    /// Begins a subscription or the delivery of a terminal event.
    func begin() {
        unfinished.wrappingAdd(1, ordering: .relaxed)
    }

    /// Ends a subscription or the delivery of a terminal event, and calls the observers after the last one.
    ///
    /// Sequentially consistent, so that either an observer is called or its owner sees the end.
    func finish() {
        guard unfinished.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0,
            hasObservers.load(ordering: .sequentiallyConsistent)
        else { return }
        for observer in lock.withLock({ Array(observers.values) }) { observer() }
    }
}
