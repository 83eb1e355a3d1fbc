package import Rill

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
/// A ledger records everything that the task and its child tasks create inside `watch`: subscriptions,
/// ``TestScheduler`` instances and
/// stub transports. It keeps tracking them after `watch` returns. Tests that run in parallel do not affect each other.
public final class Ledger: @unchecked Sendable {  // guarded by `lock`
    private struct Weak<Object: AnyObject & Sendable>: Sendable {
        weak var object: Object?
    }

    private let lock = Lock()
    private var records: [Weak<SubscriptionRecord>] = []

    /// Retained for the lifetime of the ledger, so that pending work is reported even after the test releases its
    /// scheduler.
    private var sources: [any OpenWorkSource] = []
    private var errors: [any Error] = []

    /// The number of records that triggers removal of closed and released subscriptions.
    private var pruningThreshold = 64

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
        watch.log = self
        watch.handler = { [weak self] error in self?.record(error) }
    }

    private func record(_ error: any Error) {
        lock.withLock { errors.append(error) }
    }

    /// The errors that had no `onError` handler, in order of arrival.
    public var undeliveredErrors: [any Error] { lock.withLock { errors } }

    /// The open resources: subscriptions in order of creation, then timers, then requests.
    public var entries: [Entry] {
        let (records, sources) = lock.withLock {
            (self.records.compactMap(\.object), self.sources)
        }
        let subscriptions = records.filter(\.isOpen).map { Entry(.subscription, "\($0.place)") }
        let work = sources.flatMap(\.openWork).map { work in
            Entry(work.kind == .timer ? .timer : .request, work.text)
        }
        return subscriptions + work.filter { $0.kind == .timer } + work.filter { $0.kind == .request }
    }

    /// Terminated subscriptions that still retain memory, for example because of a reference cycle.
    ///
    /// With real dispatch queues, the memory may be released shortly after the subscription terminates.
    public var retained: [Entry] {
        lock.withLock { records.compactMap(\.object) }
            .filter { !$0.isOpen && $0.scopesLeft > 0 }
            .map { Entry(.subscription, "\($0.place)") }
    }
}

extension Ledger: SubscriptionLog {
    package func add(_ record: SubscriptionRecord) {
        let removed = lock.withLock {
            defer { records.append(Weak(object: record)) }
            guard records.count >= pruningThreshold else { return [] as [SubscriptionRecord?] }
            let all = records.map(\.object)
            records = all.filter { $0.map { $0.isOpen || $0.scopesLeft > 0 } ?? false }.map { Weak(object: $0) }
            pruningThreshold = max(64, records.count * 2)
            return all
        }
        // Released outside the lock.
        withExtendedLifetime(removed) {}
    }

    package func add(_ source: any OpenWorkSource) {
        lock.withLock { sources.append(source) }
    }
}
