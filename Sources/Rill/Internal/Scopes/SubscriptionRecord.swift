internal import Synchronization

/// A record of one subscription: its call site, whether it is active, and how many of its scopes are alive.
///
/// A registry also records its elements, its buffers, and its pending work.
package final class SubscriptionRecord: @unchecked Sendable {  // the variables are guarded by the tracker's lock
    /// The call site of the subscription.
    let site: OperatorCallSite

    /// The handler for undelivered errors; `nil` for the default.
    let undeliveredErrorHandler: UndeliveredErrors.Handler?

    /// The registry that lists the subscription; `nil` if there is none.
    private let tracker: ActivityTracker?
    private let start: Duration
    private let isClosed = Atomic(false)
    private let scopes = Atomic(0)
    private let elementCount = Atomic(0)

    private var context = ""
    private var work: [UInt64: PendingWork] = [:]

    /// The buffers, each of which removes itself before it is deallocated.
    private var gates: [ListedGate] = []

    /// A weak reference, because a strong one could be the last one, and deallocate the gate with the lock held.
    private struct ListedGate: Sendable {
        let id: ObjectIdentifier
        weak var gate: BackPressureGate?
    }

    /// Creates a record and adds it to the registry, or returns `nil` if nothing observes the subscription.
    init?(_ watch: SubscriptionWatch?, _ site: OperatorCallSite) {
        let registry = watch?.registry ?? ActiveSubscriptions.enabled
        guard registry != nil || watch?.handler != nil else { return nil }
        self.site = site
        undeliveredErrorHandler = watch?.handler
        tracker = registry?.tracker
        start = registry?.tracker.now() ?? .zero
        registry?.add(self)
    }

    /// The operator that subscribed, with its source location.
    package var place: ErrorTrace.Step { site.step }

    /// Whether the subscription has neither terminated nor been disposed.
    package var isOpen: Bool { !isClosed.load(ordering: .sequentiallyConsistent) }

    /// The number of scopes of the subscription in memory, excluding the scope referenced by its disposable.
    package var scopesLeft: Int { max(0, scopes.load(ordering: .acquiring) - 1) }

    /// Whether a registry lists the subscription.
    var isTracked: Bool { tracker != nil }

    /// Whether the elements are counted.
    var countsElements: Bool { tracker?.countsElements == true }

    func close() {
        guard let tracker else { return isClosed.store(true, ordering: .releasing) }
        isClosed.store(true, ordering: .sequentiallyConsistent)
        tracker.subscriptionEnded()
    }

    func enter() { scopes.wrappingAdd(1, ordering: .relaxed) }
    func leave() { scopes.wrappingSubtract(1, ordering: .releasing) }

    // MARK: Details for a registry

    /// Counts an element, which the contract delivers one at a time.
    func countElement() {
        elementCount.store(elementCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
    }

    /// Lists a buffer, which must call `remove` before it is deallocated.
    func add(_ gate: BackPressureGate) {
        guard let tracker else { return }
        let listed = ListedGate(id: ObjectIdentifier(gate), gate: gate)
        tracker.lock.withLock { gates.append(listed) }
    }

    func remove(_ gate: BackPressureGate) {
        guard let tracker else { return }
        let id = ObjectIdentifier(gate)
        tracker.lock.withLock { gates.removeAll { $0.id == id } }
    }

    /// Lists the texts of a context.
    func note(_ context: StreamContext) {
        guard let tracker else { return }
        let text = context.debugTexts
        if !text.isEmpty { tracker.lock.withLock { self.context = text } }
    }

    /// Lists work until `end` is called.
    ///
    /// - Returns: The number to pass to `end`.
    func begin(_ content: PendingWork.Content) -> UInt64 {
        guard let tracker else { return 0 }
        let item = PendingWork(id: Instrumentation.nextID(), content: content, begin: tracker.now())
        tracker.lock.withLock { work[item.id] = item }
        return item.id
    }

    /// Removes work from the list, unless it has been removed.
    func end(_ id: UInt64) {
        let removed = tracker?.lock.withLock { work.removeValue(forKey: id) }
        // Released outside the lock.
        withExtendedLifetime(removed) {}
    }

    /// Returns the subscription and its work, or an empty array if it has ended.
    func entries(at now: Duration) -> [ActiveSubscriptions.Entry] {
        guard isOpen, let tracker else { return [] }
        let (context, work, listed) = tracker.lock.withLock { (self.context, self.work, self.gates) }
        let gates = listed.compactMap(\.gate)
        let place = place
        let age = max(now - start, .zero)
        let subscription = ActiveSubscriptions.Entry(
            kind: .subscription, name: place.name, file: place.file, line: place.line, context: context, age: age,
            delay: nil, elementCount: elementCount.load(ordering: .relaxed),
            bufferedCount: gates.reduce(0) { $0 + max($1.count.load(ordering: .relaxed), 0) },
            isPaused: gates.contains { $0.scope.isPausedByOwner }, isVirtual: false)
        return [subscription]
            + work.values.sorted { $0.id < $1.id }.map { item in
                ActiveSubscriptions.Entry(
                    kind: item.kind, name: item.name, file: place.file, line: place.line, context: context,
                    age: max(now - item.begin, .zero), delay: item.delay, elementCount: 0, bufferedCount: 0,
                    isPaused: false, isVirtual: item.scheduler is any OpenWorkSource)
            }
    }
}

/// The handler, the registry, and the instruments for the subscriptions that a task creates.
package struct SubscriptionWatch: Sendable {
    /// The handler for undelivered errors.
    package var handler: UndeliveredErrors.Handler?

    /// The registry that lists the subscriptions.
    package var registry: ActiveSubscriptions?

    /// The log to which resources with unfinished work are added.
    package var log: (any OpenWorkLog)?

    /// The instruments that observe the subscriptions.
    var instruments: [any Instrument] = []

    /// The watch of the current task, if there is one.
    package static var current: SubscriptionWatch? {
        isBound.load(ordering: .relaxed) ? bound : nil
    }

    @TaskLocal private static var bound: SubscriptionWatch?

    /// Whether a watch has ever been bound, or the registry of the process has been enabled, so that a new subscription must
    /// check for them.
    static var isUsed: Bool { used.load(ordering: .relaxed) }

    private static let used = Atomic(false)
    private static let isBound = Atomic(false)

    /// Makes new subscriptions check for a watch and for the registry of the process.
    static func use() {
        used.store(true, ordering: .relaxed)
    }

    /// Binds a modified watch for the duration of a closure.
    ///
    /// - Parameters:
    ///   - change: A closure that modifies a copy of the current watch, or an empty watch if there is none.
    ///   - work: A closure that creates the subscriptions.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    package static func with<Result>(
        _ change: (inout SubscriptionWatch) -> Void, _ work: () throws -> Result
    ) rethrows -> Result {
        try $bound.withValue(changed(change), operation: work)
    }

    /// Binds a modified watch for the duration of an asynchronous closure.
    ///
    /// - Parameters:
    ///   - isolation: The actor isolation of `work`. Defaults to the isolation of the caller.
    ///   - change: A closure that modifies a copy of the current watch, or an empty watch if there is none.
    ///   - work: A closure that creates the subscriptions.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    package static func with<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ change: (inout SubscriptionWatch) -> Void, _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await $bound.withValue(changed(change), operation: work, isolation: isolation)
    }

    private static func changed(_ change: (inout SubscriptionWatch) -> Void) -> SubscriptionWatch {
        isBound.store(true, ordering: .relaxed)
        use()
        var watch = bound ?? SubscriptionWatch()
        change(&watch)
        return watch
    }
}

/// A log of the resources of a test.
package protocol OpenWorkLog: AnyObject, Sendable {
    /// Adds a resource with potentially unfinished work, such as a scheduler or a transport.
    ///
    /// - Parameter source: The resource to check at the end of the test.
    func add(_ source: any OpenWorkSource)
}

/// A resource that can have unfinished work at the end of a test.
package protocol OpenWorkSource: AnyObject, Sendable {
    /// The current unfinished work.
    var openWork: [OpenWork] { get }
}

/// An item of unfinished work.
package struct OpenWork: Sendable {
    /// The kind of work.
    package enum Kind: Sendable {
        /// Scheduled work that is not due yet.
        case timer

        /// A request without a complete response.
        case request
    }

    /// The kind of work.
    package let kind: Kind

    /// A description, such as `due at tick 7` or `GET /tags`.
    package let text: String

    /// Creates a description of unfinished work.
    ///
    /// - Parameters:
    ///   - kind: The kind of work.
    ///   - text: The description. Must not contain secrets.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
