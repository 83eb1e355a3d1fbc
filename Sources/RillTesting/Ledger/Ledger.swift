package import Rill

/// What a test has left open: subscriptions, work that waits, requests in flight, errors that nobody took.
///
///     let ledger = Ledger()
///     ledger.watch {
///         let kit = TestKit()
///         _ = Observable.interval(.seconds(1), scheduler: kit.scheduler).subscribe()
///     }
///     print(ledger.looseEnds ?? "nothing")
///
///     1 subscription is open:
///         subscribe at TagTests/TagTests.swift:41
///     1 timer is pending:
///         due at tick 1
///
/// It sees what is made inside `watch` by the same task and its child tasks, however late it ends: subscriptions, the
/// ``TestScheduler`` and the stub transports. Tests that run side by side do not meet.
public final class Ledger: @unchecked Sendable {  // guarded by `lock`
    private struct Weak<Object: AnyObject & Sendable>: Sendable {
        weak var object: Object?
    }

    private let lock = Lock()
    private var records: [Weak<SubscriptionRecord>] = []

    /// Held until the ledger goes, so that work that waits is told whether or not the test still has its scheduler.
    private var sources: [any OpenWorkSource] = []
    private var errors: [any Error] = []

    /// How many records there may be before those that say nothing any more are dropped.
    private var room = 64

    /// Makes an empty ledger.
    public init() {}

    /// Keeps account of what is made inside a piece of work.
    ///
    /// - Parameter work: What to watch.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    public func watch<Result>(_ work: () throws -> Result) rethrows -> Result {
        try SubscriptionWatch.with({ self.join(&$0) }, work)
    }

    /// Keeps account of what is made inside a piece of asynchronous work.
    ///
    /// - Parameters:
    ///   - isolation: Where the work runs: that of the caller.
    ///   - work: What to watch.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    public func watch<Result>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await SubscriptionWatch.with(isolation: isolation, { self.join(&$0) }, work)
    }

    private func join(_ watch: inout SubscriptionWatch) {
        watch.log = self
        watch.handler = { [weak self] error in self?.take(error) }
    }

    private func take(_ error: any Error) {
        lock.withLock { errors.append(error) }
    }

    /// The errors that nobody took, in the order in which they came.
    public var undeliveredErrors: [any Error] { lock.withLock { errors } }

    /// What is open now: subscriptions in the order in which they were made, then the rest.
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

    /// Subscriptions that are over and have left something in memory, such as a cycle of references.
    ///
    /// Where real queues are at work, what is left may go a moment later.
    public var retained: [Entry] {
        lock.withLock { records.compactMap(\.object) }
            .filter { !$0.isOpen && $0.scopesLeft > 0 }
            .map { Entry(.subscription, "\($0.place)") }
    }
}

extension Ledger: SubscriptionLog {
    package func add(_ record: SubscriptionRecord) {
        let gone = lock.withLock {
            defer { records.append(Weak(object: record)) }
            guard records.count >= room else { return [] as [SubscriptionRecord?] }
            let all = records.map(\.object)
            records = all.filter { $0.map { $0.isOpen || $0.scopesLeft > 0 } ?? false }.map { Weak(object: $0) }
            room = max(64, records.count * 2)
            return all
        }
        // Released after the lock.
        withExtendedLifetime(gone) {}
    }

    package func add(_ source: any OpenWorkSource) {
        lock.withLock { sources.append(source) }
    }
}
