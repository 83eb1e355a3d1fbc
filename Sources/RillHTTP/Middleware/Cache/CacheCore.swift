internal import Rill

/// The state that the copies of a ``ResponseCache`` share.
final class CacheCore: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum number of keys whose invalidations are known.
    private static let maximumChangedKeys = 1_024

    /// The maximum number of chunks that wait to be written.
    private static let maximumPendingChunks = 256

    let storage: any CacheStorage
    private let keys: CacheKeys
    private let clock: CacheClock
    private let lock = Lock()
    private var changeCount = 0

    /// The number of the last invalidation of each key.
    private var changedKeys: [String: Int] = [:]

    /// The number of the last invalidation that may be missing in `changedKeys`.
    private var lastUnknownChange = 0

    /// The entries that are revalidated while they are used.
    private var revalidations: Set<String> = []

    init(_ storage: any CacheStorage, clock: CacheClock) {
        self.storage = storage
        self.clock = clock
        keys = CacheKeys(secret: storage.secret)
    }

    /// The number of invalidations so far.
    var changes: Int { lock.withLock { changeCount } }

    /// Returns whether the responses of a URL may have been invalidated since a number of invalidations.
    func hasChanged(_ url: String, since changes: Int) -> Bool {
        let key = keys.key(of: url)
        return lock.withLock { lastUnknownChange > changes || changedKeys[key] ?? 0 > changes }
    }

    /// Returns the time since 1970.
    func now(for next: Next) -> Duration { clock.now(in: next.exchange) }

    // MARK: Threads

    /// Returns the events of an exchange, delivered on the scheduler of the storage.
    func onScheduler(_ events: Observable<TransportEvent>) -> Observable<TransportEvent> {
        guard let scheduler = storage.scheduler else { return events }
        return events.observeOn(scheduler, bufferSize: Self.maximumPendingChunks)
    }

    /// Calls the storage on its scheduler.
    func perform(_ work: @escaping @Sendable () -> Void) {
        guard let scheduler = storage.scheduler else { return work() }
        scheduler.schedule(work)
    }

    // MARK: Entries

    /// Returns the most recent stored response that matches a request.
    func response(to request: HTTPRequest, of identity: [String: [String]]) -> CachedResponse? {
        let entries = (try? storage.entries(for: keys.key(of: request.normalizedURL))) ?? []
        var candidates: [(entry: CacheEntry, stored: StoredResponse)] = []
        for entry in entries {
            guard let stored = StoredResponse(entry.metadata) else {
                remove(entry)
                continue
            }
            guard keys.variant(of: stored.varyNames, request, identity) == entry.variant else { continue }
            candidates.append((entry, stored))
        }
        // Of several matching entries, the latest is used. The sort is stable.
        for (entry, stored) in candidates.sorted(by: { $0.stored.received < $1.stored.received }).reversed() {
            do {
                if let body = try entry.openBody() { return CachedResponse(entry: entry, body: body, stored: stored) }
                remove(entry)
            } catch {}
        }
        return nil
    }

    /// Returns a writer for the response to a request.
    func makeWriter(
        for request: HTTPRequest, of identity: [String: [String]], varyNames: [HTTPField.Name]
    ) throws -> any CacheWriter {
        try storage.makeWriter(
            for: keys.key(of: request.normalizedURL), variant: keys.variant(of: varyNames, request, identity))
    }

    /// Removes an entry that another one with other names in its `Vary` field has replaced.
    func remove(
        _ entry: CacheEntry, replacedBy request: HTTPRequest, of identity: [String: [String]],
        varyNames: [HTTPField.Name]
    ) {
        if keys.variant(of: varyNames, request, identity) != entry.variant { remove(entry) }
    }

    func remove(_ entry: CacheEntry) {
        try? storage.removeEntries(for: entry.key, variant: entry.variant)
    }

    /// Replaces the header fields and times of a stored response.
    func update(_ response: CachedResponse) {
        try? storage.replaceMetadata(of: response.entry, with: response.stored.metadata)
    }

    /// Removes all responses of the given URLs, and marks pending responses so that they are revalidated.
    func invalidate(_ urls: [String]) {
        let keys = urls.map { self.keys.key(of: $0) }
        lock.withLock {
            changeCount += 1
            for key in keys { changedKeys[key] = changeCount }
            if changedKeys.count > Self.maximumChangedKeys { forgetChangedKeys() }
        }
        for key in keys { try? storage.removeEntries(for: key, variant: nil) }
    }

    /// Removes all responses.
    func removeAll() {
        lock.withLock {
            changeCount += 1
            forgetChangedKeys()
        }
        try? storage.removeAll()
    }

    /// Treats all keys as invalidated.
    ///
    /// The lock is held.
    private func forgetChangedKeys() {
        changedKeys = [:]
        lastUnknownChange = changeCount
    }

    // MARK: Revalidation

    /// Revalidates a response while it is used, unless another request already does.
    func revalidate(_ entry: CacheEntry, _ exchange: Observable<TransportEvent>) {
        let identifier = entry.key + entry.variant
        guard lock.withLock({ revalidations.insert(identifier).inserted }) else { return }
        // The response is used whatever the outcome is, so errors are ignored.
        _ = exchange.do(onDispose: { _ = self.lock.withLock { self.revalidations.remove(identifier) } })
            .subscribe(onError: { _ in })
    }
}
