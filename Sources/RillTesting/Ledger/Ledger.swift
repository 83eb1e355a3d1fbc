public import Rill

/// Records the subscriptions, timers, and requests that a test leaves open, and the errors that no handler receives.
///
///     let ledger = Ledger()
///     ledger.watch {
///         let kit = TestKit()
///         _ = Observable.interval(.seconds(1), scheduler: kit.scheduler).subscribe()
///     }
///     print(ledger.leakReport ?? "nothing")
///
///     1 subscription is open:
///         subscribe at TagTests/TagTests.swift:41
///     1 timer is pending:
///         due at tick 1
///
/// A ledger records everything that the task and its child tasks create inside `watch`: subscriptions with their timers and
/// the exchanges of HTTP clients, ``TestScheduler`` instances and stub transports. It keeps tracking them after `watch`
/// returns. Tests that run in parallel do not affect each other.
///
/// On real schedulers and transports, a subscription can end on another thread after `watch` has returned.
/// ``waitUntilClosed(timeout:)`` waits for it. Work that a test schedules itself is recorded if it is scheduled with
/// ``watching(_:)``.
public final class Ledger: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private let registry = ActiveSubscriptions(countsElements: false)

    /// Wakes the tasks that wait in ``waitUntilClosed(timeout:)``.
    private let condition = Condition()

    /// Retained for the lifetime of the ledger, so that pending work is reported even after the test releases its
    /// scheduler.
    private var sources: [any OpenWorkSource] = []
    private var errors: [any Error] = []

    /// Creates an empty ledger.
    public init() {}

    /// Tracks the resources that a closure creates.
    ///
    /// - Parameter work: The closure to watch.
    /// - Returns: The result of `work`.
    /// - Throws: The error that `work` throws.
    public func watch<Result>(_ work: () throws -> Result) rethrows -> Result {
        try SubscriptionWatch.with({ self.join(&$0) }, work)
    }

    /// Tracks the resources that an asynchronous closure creates.
    ///
    /// - Parameters:
    ///   - isolation: The actor that runs the work. Defaults to the caller's isolation.
    ///   - work: The closure to watch.
    /// - Returns: The result of `work`.
    /// - Throws: The error that `work` throws.
    public func watch<Result>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await SubscriptionWatch.with(isolation: isolation, { self.join(&$0) }, work)
    }

    private func join(_ watch: inout SubscriptionWatch) {
        watch.registry = registry
        watch.log = self
        watch.handler = { [weak self] error in self?.record(error) }
    }

    private func record(_ error: any Error) {
        lock.withLock { errors.append(error) }
    }

    /// The errors that had no `onError` handler, in order of arrival.
    public var undeliveredErrors: [any Error] { lock.withLock { errors } }

    /// The open resources: subscriptions in order of creation, then timers, then requests.
    ///
    /// The requests of a stub transport are reported instead of the exchanges of its clients.
    public var entries: [Entry] {
        let registered = registry.entries
        let open = lock.withLock { sources }.map { source in
            let kind = source is any Scheduler ? Entry.Kind.timer : .request
            return (id: ObjectIdentifier(source), entries: source.openWork.map { Entry(kind, $0) })
        }
        let listing = Set(open.filter { !$0.entries.isEmpty }.map(\.id))
        let active = registered.filter { entry in entry.owner.map { !listing.contains($0) } ?? true }
        func entries(_ kind: Entry.Kind, from activeKind: ActiveSubscriptions.Entry.Kind) -> [Entry] {
            open.flatMap(\.entries).filter { $0.kind == kind }
                + active.filter { $0.kind == activeKind }.map { Entry(kind, "\($0)") }
        }
        return entries(.subscription, from: .subscription) + entries(.timer, from: .timer)
            + entries(.request, from: .exchange)
    }

    /// Terminated subscriptions that still retain memory, for example because of a reference cycle.
    ///
    /// With real dispatch queues, the memory may be released shortly after the subscription terminates.
    public var retained: [Entry] {
        registry.retained.map { Entry(.subscription, "\($0.step)") }
    }

    // MARK: Real schedulers

    /// Waits until all recorded subscriptions have ended and all work of ``watching(_:)`` has run or has been canceled.
    ///
    /// A subscription has ended when its handler for the terminal event, and the closures that run on disposal, have returned.
    ///
    /// - Parameter timeout: The maximum time to wait. Defaults to 5 seconds.
    /// - Returns: `true` if all subscriptions and work ended before the timeout; otherwise, `false`.
    public func waitUntilClosed(timeout: Duration = .seconds(5)) async -> Bool {
        let observer = registry.onSettled { [condition] in condition.broadcast() }
        defer { observer.dispose() }
        return await condition.wait(timeout: timeout) { self.isClosed }
    }

    private var isClosed: Bool {
        registry.isSettled
            && lock.withLock { sources }.allSatisfy { ($0 as? WatchedScheduler)?.isIdle ?? true }
    }

    /// Returns a scheduler that forwards its work to another scheduler and whose pending work is reported as timers.
    ///
    /// Use it for work that the test or the code under test schedules without an operator. The timers of operators are
    /// reported without it; the timers of the HTTP client, such as its timeouts, are not. A ``TestScheduler`` is
    /// returned unchanged, because it reports its work itself.
    ///
    /// - Parameter scheduler: The scheduler that runs the work.
    /// - Returns: The scheduler.
    public func watching(_ scheduler: any Scheduler) -> any Scheduler {
        if let source = scheduler as? any OpenWorkSource {
            lock.withLock {
                if !sources.contains(where: { $0 === source }) { sources.append(source) }
            }
            return scheduler
        }
        let watched = WatchedScheduler(scheduler) { [condition] in condition.broadcast() }
        add(watched)
        return watched
    }
}

extension Ledger: OpenWorkLog {
    package func add(_ source: any OpenWorkSource) {
        lock.withLock { sources.append(source) }
    }
}
