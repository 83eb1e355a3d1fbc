public import Rill

/// Records the subscriptions, timers and requests that a test leaves open, and the errors that no handler receives.
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
    /// The requests of a stub transport take the place of the exchanges of its clients.
    public var entries: [Entry] {
        let active = registry.entries
        let work = lock.withLock { sources }.flatMap(\.openWork)
        func entries(_ kind: ActiveSubscriptions.Entry.Kind, as ownKind: Entry.Kind) -> [Entry] {
            active.filter { $0.kind == kind && !$0.isVirtual }.map { Entry(ownKind, "\($0)") }
        }
        let timers = work.filter { $0.kind == .timer }.map { Entry(.timer, $0.text) }
        let requests = work.filter { $0.kind == .request }.map { Entry(.request, $0.text) }
        return entries(.subscription, as: .subscription) + timers + entries(.timer, as: .timer)
            + (requests.isEmpty ? entries(.exchange, as: .request) : requests)
    }

    /// Terminated subscriptions that still retain memory, for example because of a reference cycle.
    ///
    /// With real dispatch queues, the memory may be released shortly after the subscription terminates.
    public var retained: [Entry] {
        registry.retained.map { Entry(.subscription, "\($0.place)") }
    }

    // MARK: Real schedulers

    /// Waits until all recorded subscriptions have ended and all work of ``watching(_:)`` has run or has been canceled.
    ///
    /// - Parameter timeout: The maximum time to wait. Defaults to 5 seconds.
    /// - Returns: Whether they have ended.
    public func waitUntilClosed(timeout: Duration = .seconds(5)) async -> Bool {
        let condition = Condition()
        let schedulers = lock.withLock { sources.compactMap { $0 as? WatchedScheduler } }
        let observers =
            [registry.onEnd { condition.broadcast() }] + schedulers.map { $0.onEnd { condition.broadcast() } }
        defer { for observer in observers { observer.dispose() } }
        return await condition.wait(timeout: timeout) { [registry] in
            registry.isEmpty && schedulers.allSatisfy(\.isIdle)
        }
    }

    /// Returns a scheduler that passes its work to another one, and whose pending work is reported as timers.
    ///
    /// For work that a test, or the tested code, schedules without an operator. Timers of operators are always recorded.
    ///
    /// - Parameter scheduler: The scheduler that runs the work.
    /// - Returns: The scheduler.
    public func watching(_ scheduler: any Scheduler) -> any Scheduler {
        let watched = WatchedScheduler(scheduler)
        add(watched)
        return watched
    }
}

extension Ledger: OpenWorkLog {
    package func add(_ source: any OpenWorkSource) {
        lock.withLock { sources.append(source) }
    }
}
