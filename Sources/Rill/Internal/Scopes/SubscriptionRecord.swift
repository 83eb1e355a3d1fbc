internal import Synchronization

/// A record of one subscription: its call site, whether it is active, and how many of its scopes are in memory.
///
/// For a registry, the record also contains the number of elements, the buffers, and the pending work.
package final class SubscriptionRecord: @unchecked Sendable {  // see the comments on the variables
    /// The call site of the subscription.
    let site: OperatorCallSite

    /// The handler for undelivered errors, or `nil` for the default handler.
    ///
    /// Read by the scopes of the subscription, and cleared when the last one is released.
    private(set) var undeliveredErrorHandler: UndeliveredErrors.Handler?

    /// The registry that lists the subscription, or `nil` if there is none.
    let registry: ActiveSubscriptions?
    private let start: Duration
    private let isClosed = Atomic(false)
    private let scopes = Atomic(0)
    private let elementCount = Atomic(0)

    // Guarded by the registry's lock.

    /// The number of the subscription, in the order in which subscriptions began, and its index in the registry's list.
    var number: UInt64 = 0
    var index = 0

    /// The debug texts of the listed context, and the depth of its scope.
    private var context = ""
    private var contextDepth: UInt32 = 0
    private var work: [UInt64: PendingWork] = [:]

    /// The buffers, each of which removes itself before it is deallocated.
    private var buffers: [ObjectIdentifier: WeakBuffer] = [:]

    /// A weak reference to a buffer.
    ///
    /// A strong reference could be the last one, and its release would deallocate the buffer with the lock held.
    private struct WeakBuffer: Sendable {
        weak var buffer: (any ListedBuffer)?
    }

    /// Creates a record and adds it to the registry, or returns `nil` if nothing observes the subscription.
    init?(_ watch: SubscriptionWatch?, _ site: OperatorCallSite) {
        let registry = watch?.registry ?? ActiveSubscriptions.enabled
        guard registry != nil || watch?.handler != nil else { return nil }
        self.site = site
        undeliveredErrorHandler = watch?.handler
        self.registry = registry
        start = registry?.now() ?? .zero
        registry?.add(self)
    }

    /// The operator that subscribed, with its source location.
    package var step: ErrorTrace.Step { site.step }

    /// Whether the subscription has neither terminated nor been disposed.
    package var isOpen: Bool { !isClosed.load(ordering: .sequentiallyConsistent) }

    /// The number of scopes of the subscription in memory, excluding the scope referenced by its disposable.
    package var scopesLeft: Int { max(0, scopes.load(ordering: .acquiring) - 1) }

    /// Whether a registry lists the subscription.
    var isTracked: Bool { registry != nil }

    /// Whether the elements of the subscription are counted.
    var countsElements: Bool { registry?.countsElements == true }

    func enter() { scopes.wrappingAdd(1, ordering: .relaxed) }

    func leave() {
        guard scopes.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        undeliveredErrorHandler = nil
        registry?.remove(self)
    }

    // MARK: Termination

    /// Records that the subscription has terminated or has been disposed.
    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
    }

    // MARK: Details for a registry

    /// Counts an element.
    ///
    /// According to the event contract, calls do not overlap.
    func countElement() {
        elementCount.store(elementCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
    }

    /// Lists a buffer, which must call `remove` before it is deallocated.
    func add(_ buffer: some ListedBuffer) {
        guard let registry else { return }
        let listed = WeakBuffer(buffer: buffer)
        registry.lock.withLock { buffers[ObjectIdentifier(buffer)] = listed }
    }

    func remove(_ buffer: some ListedBuffer) {
        let id = ObjectIdentifier(buffer)
        _ = registry?.lock.withLock { buffers.removeValue(forKey: id) }
    }

    /// Lists the debug texts of a context, unless an operator closer to the subscriber has already listed other texts.
    ///
    /// The contexts of inner streams, which have deeper scopes, are listed only with the work of those streams. Further
    /// operators at the same depth as the first one append their texts.
    func note(_ context: StreamContext, depth: UInt32) {
        guard let registry else { return }
        let text = context.listedTexts
        if text.isEmpty { return }
        registry.lock.withLock {
            if self.context.isEmpty {
                self.context = text
                contextDepth = depth
            } else if depth == contextDepth, text.hasPrefix(self.context + ", ") {
                self.context = text
            }
        }
    }

    /// Lists work until `end` is called.
    ///
    /// - Parameters:
    ///   - kind: The kind of the work.
    ///   - name: The name of the scheduler, or the method and redacted URL of an exchange.
    ///   - delay: The delay of a timer.
    ///   - owner: The scheduler or transport, if it can list the work itself.
    ///   - context: The context in which the work runs.
    /// - Returns: The number to pass to `end`.
    func begin(
        _ kind: ActiveSubscriptions.Entry.Kind, _ name: String, after delay: Duration? = nil,
        on owner: (any OpenWorkSource)?, _ context: StreamContext
    ) -> UInt64 {
        guard let registry else { return 0 }
        let item = PendingWork(
            id: Instrumentation.nextID(), kind: kind, name: name, context: context.listedTexts, delay: delay,
            owner: owner.map { ObjectIdentifier($0) }, begin: registry.now())
        registry.lock.withLock { work[item.id] = item }
        return item.id
    }

    /// Removes work from the list, unless it has already been removed.
    func end(_ id: UInt64) {
        _ = registry?.lock.withLock { work.removeValue(forKey: id) }
    }

    /// Returns the entries of the subscription and its work, or an empty array if the subscription has ended.
    func entries(at now: Duration) -> [ActiveSubscriptions.Entry] {
        guard isOpen, let registry else { return [] }
        let (context, work, listed) = registry.lock.withLock { (self.context, self.work, self.buffers) }
        let buffers = listed.values.compactMap(\.buffer)
        let step = step
        let age = max(now - start, .zero)
        let subscription = ActiveSubscriptions.Entry(
            kind: .subscription, name: step.name, file: step.file, line: step.line, context: context, age: age,
            delay: nil, elementCount: elementCount.load(ordering: .relaxed),
            bufferedCount: buffers.reduce(0) { $0 + $1.bufferedCount }, isPaused: buffers.contains(where: \.isPausing),
            owner: nil)
        return [subscription]
            + work.values.sorted { $0.id < $1.id }.map { item in
                ActiveSubscriptions.Entry(
                    kind: item.kind, name: item.name, file: step.file, line: step.line, context: item.context,
                    age: max(now - item.begin, .zero), delay: item.delay, elementCount: 0, bufferedCount: 0,
                    isPaused: false, owner: item.owner)
            }
    }
}
