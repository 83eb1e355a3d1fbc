internal import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A registry of the subscriptions that have not ended, with their pending timers and exchanges.
///
///     ActiveSubscriptions.enable()
///     …
///     print(ActiveSubscriptions.shared)
///
///     2 subscriptions, 1 timer, and 1 exchange are active:
///            AGE  KIND          ELEMENTS  BUFFERED  NAME
///       61.204 s  subscription         3            subscribe at App/TagList.swift:14 [request r-17]
///       60.930 s    exchange                        GET https://qiita.com/api/v2/tags
///       12.004 s  subscription        52  6 paused  values at App/Search.swift:31
///        0.400 s    timer                           due after 1.000 s on main
///
/// ``enable()`` records the subscriptions of the whole process in ``shared``. `watch(_:)` records the subscriptions
/// that a function creates, for example a test. The registry does not keep streams in memory, and its descriptions
/// contain no secrets: elements are not recorded, URLs are redacted, and a context contributes only the texts of
/// ``StreamContextKey/debugText(for:)``.
///
/// The registry lists the subscriptions of subscribers, such as `subscribe` or `values`, and the connections of `share`
/// and `connect()`. Subscriptions that operators make upstream belong to these subscriptions and are not listed
/// separately. See <doc:FindingLiveSubscriptions>.
public final class ActiveSubscriptions: @unchecked Sendable {  // `lock` guards the variables
    /// The registry of the process, which records subscriptions after ``enable()``.
    public static let shared = ActiveSubscriptions()

    private static let isEnabled = Atomic(false)

    /// The registry of the process if it is enabled.
    static var enabled: ActiveSubscriptions? {
        isEnabled.load(ordering: .relaxed) ? shared : nil
    }

    /// Starts recording new subscriptions of the process in ``shared``, unless `watch(_:)` or a test records them elsewhere.
    ///
    /// Existing subscriptions are not listed.
    public static func enable() {
        isEnabled.store(true, ordering: .relaxed)
        SubscriptionWatch.use()
    }

    /// Stops recording new subscriptions of the process.
    ///
    /// Recorded subscriptions remain listed until they end.
    public static func disable() {
        isEnabled.store(false, ordering: .relaxed)
    }

    /// Guards the records and their details.
    ///
    /// A record references the registry. The registry references the record until the last scope of the subscription is
    /// released.
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

    /// Creates an empty registry.
    public convenience init() {
        self.init(countsElements: true)
    }

    /// Creates an empty registry.
    ///
    /// - Parameters:
    ///   - countsElements: Whether to count the elements of each subscription.
    ///   - now: A closure that returns the time since a fixed instant. Defaults to `nil`, which means the time since the
    ///     system started.
    package init(countsElements: Bool, now: (@Sendable () -> Duration)? = nil) {
        self.countsElements = countsElements
        self.now = now ?? { .coarseUptime }
    }

    /// Records the subscriptions that a closure creates until they end.
    ///
    /// If calls are nested, the innermost registry records the subscriptions.
    ///
    /// - Parameter work: The closure.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    public func watch<Result>(_ work: () throws -> Result) rethrows -> Result {
        try SubscriptionWatch.with({ $0.registry = self }, work)
    }

    /// Records the subscriptions that an asynchronous closure and its child tasks create until they end.
    ///
    /// If calls are nested, the innermost registry records the subscriptions.
    ///
    /// - Parameters:
    ///   - isolation: The actor isolation of `work`. Defaults to the isolation of the caller.
    ///   - work: The closure.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    public func watch<Result>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await SubscriptionWatch.with(isolation: isolation, { $0.registry = self }, work)
    }

    // MARK: Reading

    /// Whether all recorded subscriptions have ended.
    public var isEmpty: Bool { !lock.withLock { list.contains(where: \.isOpen) } }

    /// The active subscriptions in the order in which they began, each followed by its timers, other work, and
    /// exchanges.
    public var entries: [Entry] {
        let now = now()
        return records.flatMap { $0.entries(at: now) }
    }

    /// The records in the order in which their subscriptions began.
    ///
    /// A subscription that has ended has a record until it is released.
    private var records: [SubscriptionRecord] {
        lock.withLock { list }.sorted { $0.number < $1.number }
    }

    /// The number of records.
    var recordCount: Int { lock.withLock { list.count } }

    /// The subscriptions that have ended but are still in memory.
    package var retained: [SubscriptionRecord] {
        records.filter { !$0.isOpen && $0.scopesLeft > 0 }
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

    // MARK: Termination

    /// Whether all recorded subscriptions have ended, and their handlers for terminal events and disposal have
    /// returned.
    package var isSettled: Bool { unfinished.load(ordering: .sequentiallyConsistent) == 0 }

    /// Calls a closure whenever all subscriptions have settled, on the thread on which the last one settles.
    ///
    /// - Parameter action: The closure.
    /// - Returns: A disposable that removes the closure.
    package func onSettled(_ action: @escaping @Sendable () -> Void) -> Disposable {
        let id = Instrumentation.nextID()
        lock.withLock {
            observers[id] = action
            hasObservers.store(true, ordering: .sequentiallyConsistent)
        }
        return Disposable { [self] in
            _ = lock.withLock {
                defer { hasObservers.store(!observers.isEmpty, ordering: .sequentiallyConsistent) }
                return observers.removeValue(forKey: id)
            }
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

extension Duration {
    /// The time since the system started, with a resolution of a few milliseconds.
    ///
    /// Reading it is faster than reading an exact clock.
    fileprivate static var coarseUptime: Duration {
        #if canImport(Darwin)
            return .nanoseconds(Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)))
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
        #endif
    }
}
