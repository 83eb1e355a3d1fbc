internal import Foundation
internal import RillHTTP

/// The state that the copies of a ``ResponseCache`` share.
final class CacheCore: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum number of chunks that can be waiting to be written.
    private static let maximumPendingChunks = 256

    /// The maximum time that a background revalidation can go without an event.
    private static let revalidationTimeout = Duration.seconds(60)

    let storage: any CacheStorage
    private let keys: CacheKeys
    let invalidations: CacheInvalidations
    private let clock: WallClock
    private let lock = NSLock()

    /// The entries that are being revalidated in the background.
    private var revalidations: Set<String> = []

    init(_ storage: any CacheStorage, clock: WallClock) {
        let secret = storage.secret
        precondition(secret.count == 16, "CacheStorage: secret must have 16 bytes, got \(secret.count)")
        self.storage = storage
        self.clock = clock
        keys = CacheKeys(secret: secret)
        invalidations = (storage as? any InvalidationSharing)?.invalidations ?? CacheInvalidations()
    }

    /// The time since 1970.
    var now: Duration { clock.now }

    // MARK: Threads

    /// Returns the events of an exchange, delivered on the scheduler of the storage.
    ///
    /// A transport that supports back-pressure is paused if the storage or the subscriber is slower. The events of any
    /// other transport are buffered without a limit.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - whenFull: Called on the thread of the transport if more than 256 events are buffered. Defaults to nothing.
    /// - Returns: The same events.
    func onScheduler(
        _ events: Observable<TransportEvent>, whenFull: @escaping @Sendable () -> Void = {}
    ) -> Observable<TransportEvent> {
        guard let scheduler = storage.scheduler else { return events }
        return events.observeOn(scheduler, bufferSize: Self.maximumPendingChunks, whenFull: whenFull)
    }

    /// Calls the storage on its scheduler.
    func perform(_ work: @escaping @Sendable () -> Void) {
        guard let scheduler = storage.scheduler else { return work() }
        scheduler.schedule(work)
    }

    // MARK: Entries

    /// Returns the most recent stored response that matches a request.
    func response(to request: HTTPRequest, of sender: RequestSender) -> CachedResponse? {
        let key = keys.key(of: request.normalizedURL)
        guard removeInvalidEntries(of: key), let entries = try? storage.entries(for: key) else { return nil }
        let candidates = entries.compactMap { entry -> (entry: CacheEntry, stored: StoredResponse)? in
            guard let stored = entry.stored ?? StoredResponse(entry.metadata) else {
                remove(entry)
                return nil
            }
            return keys.variant(of: stored.varyNames, request, sender) == entry.variant ? (entry, stored) : nil
        }
        // If several entries match, the most recent one is used. The sort is stable.
        for (entry, stored) in candidates.sorted(by: { $0.stored.received < $1.stored.received }).reversed() {
            do {
                if let body = try entry.openBody() { return CachedResponse(entry: entry, body: body, stored: stored) }
                remove(entry)
            } catch {}
        }
        return nil
    }

    /// The key and the variant of an entry.
    typealias Address = (key: String, variant: String)

    /// Returns the address of the response to a request.
    func address(of request: HTTPRequest, of sender: RequestSender, varyNames: [HTTPField.Name]) -> Address {
        (keys.key(of: request.normalizedURL), keys.variant(of: varyNames, request, sender))
    }

    func remove(_ entry: CacheEntry) { remove((entry.key, entry.variant)) }

    func remove(_ address: Address) {
        do {
            try storage.removeEntries(for: address.key, variant: address.variant)
        } catch {
            invalidations.removalFailed(of: address.key)
        }
    }

    /// Replaces the header fields and times of a stored response, unless it has been invalidated.
    ///
    /// Removes a response that can no longer be stored.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - changes: The number of invalidations before the request was sent.
    func update(_ response: CachedResponse, since changes: Int) {
        guard response.stored.isStorableUpdate else { return remove(response.entry) }
        guard !invalidations.hasChanged(response.entry.key, since: changes) else { return }
        do {
            try storage.replaceMetadata(of: response.entry, with: response.stored.metadata)
        } catch {
            // The old metadata may permit uses that the server no longer permits.
            remove(response.entry)
        }
        // A concurrent invalidation may not have found the entry.
        if invalidations.hasChanged(response.entry.key, since: changes) { remove(response.entry) }
    }

    /// Removes all responses of the given URLs, and marks pending responses so that they are revalidated.
    func invalidate(_ urls: [String]) {
        let keys = urls.map { self.keys.key(of: $0) }
        invalidations.invalidate(keys)
        for key in keys {
            do { try storage.removeEntries(for: key, variant: nil) } catch { invalidations.removalFailed(of: key) }
        }
    }

    /// Removes all responses.
    func removeAll() {
        invalidations.removeAll()
        do { try storage.removeAll() } catch { invalidations.removalFailed(of: nil) }
    }

    /// Removes the entries of a key if they are invalid and an earlier removal failed.
    ///
    /// - Returns: Whether all remaining entries are valid.
    private func removeInvalidEntries(of key: String) -> Bool {
        guard let removal = invalidations.failedRemoval(of: key) else { return true }
        do {
            if let key = removal.key {
                try storage.removeEntries(for: key, variant: nil)
            } else {
                try storage.removeAll()
            }
        } catch {
            return false
        }
        invalidations.removalSucceeded(removal)
        return true
    }

    // MARK: Revalidation

    /// Revalidates a response in the background, unless another request already revalidates it.
    ///
    /// The request is canceled if no event arrives for a minute, so that a transport that hangs does not prevent later
    /// revalidations.
    func revalidate(_ entry: CacheEntry, _ exchange: Observable<TransportEvent>) {
        let identifier = entry.key + entry.variant
        guard lock.withLock({ revalidations.insert(identifier).inserted }) else { return }
        // The response is used regardless of the outcome, so errors are ignored.
        _ = exchange.timeout(Self.revalidationTimeout, scheduler: clock.scheduler)
            .do(onDispose: { _ = self.lock.withLock { self.revalidations.remove(identifier) } })
            .subscribe(onError: { _ in })
    }
}
