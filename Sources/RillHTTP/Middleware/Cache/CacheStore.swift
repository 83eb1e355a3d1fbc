internal import Rill

/// A store of responses by URL with a capacity in bytes.
///
/// Evicts the least recently used response first.
final class CacheStore: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum number of responses per URL, one for each combination of the fields that `Vary` selects.
    private static let variantLimit = 32

    private struct Entry {
        let number: Int
        let url: String
        var response: CachedResponse
        let size: Int
        var lastUse: Int
    }

    let capacity: Int
    private let lock = Lock()
    private var entries: [Int: Entry] = [:]
    private var numbers: [String: [Int]] = [:]
    private var totalSize = 0

    /// All uses in order.
    ///
    /// A use is obsolete if its entry has been used again since.
    private var uses: [(number: Int, use: Int)] = []
    private var firstUse = 0
    private var clock = 0
    private var changeCount = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The approximate number of stored bytes.
    var size: Int { lock.withLock { totalSize } }

    /// The number of invalidations so far.
    var changes: Int { lock.withLock { changeCount } }

    /// Returns the stored response that matches a request, which may still need revalidation.
    func response(to request: HTTPRequest, of identity: [String: [String]]) -> CachedResponse? {
        lock.withLock {
            let all = numbers[request.normalizedURL] ?? []
            guard
                let number = all.last(where: { entries[$0]?.response.selection.matches(request, of: identity) ?? false }
                )
            else {
                return nil
            }
            recordUse(of: number)
            return entries[number]?.response
        }
    }

    /// Stores a response and replaces the one for the same requests.
    ///
    /// - Parameters:
    ///   - response: The response. It is not stored if it exceeds the capacity.
    ///   - url: The URL of the request.
    ///   - changes: The number of invalidations when the request was sent.
    func insert(_ response: CachedResponse, at url: String, changes: Int) {
        let size = response.size + url.utf8.count
        let removed: [Entry] = lock.withLock {
            var removed: [Entry] = []
            var same = (numbers[url] ?? []).filter { entries[$0]?.response.selection == response.selection }
            if same.isEmpty, let oldest = numbers[url]?.first, numbers[url]?.count == Self.variantLimit {
                same = [oldest]
            }
            for number in same { removed += remove(number) }
            guard size <= capacity else { return removed }
            clock += 1
            var entry = Entry(number: clock, url: url, response: response, size: size, lastUse: clock)
            entry.response.needsRevalidation = changes != changeCount
            entries[entry.number] = entry
            numbers[url, default: []].append(entry.number)
            totalSize += size
            recordUse(of: entry.number)
            while totalSize > capacity, let number = popLeastUsed() { removed += remove(number) }
            return removed
        }
        // The entries are released outside of the lock.
        withExtendedLifetime(removed) {}
    }

    /// Removes the stored response for a request.
    func remove(_ response: CachedResponse, at url: String) {
        let removed = lock.withLock {
            (numbers[url] ?? []).filter { entries[$0]?.response.selection == response.selection }.flatMap { remove($0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Removes all responses of the given URLs, and marks pending responses so that they are revalidated.
    func invalidate(_ urls: [String]) {
        let removed = lock.withLock {
            changeCount += 1
            return urls.flatMap { numbers[$0] ?? [] }.flatMap { remove($0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Removes all responses.
    func removeAll() {
        let removed = lock.withLock {
            changeCount += 1
            defer {
                entries = [:]
                numbers = [:]
                uses = []
                firstUse = 0
                totalSize = 0
            }
            return entries
        }
        withExtendedLifetime(removed) {}
    }

    // MARK: Lock held

    private func remove(_ number: Int) -> [Entry] {
        guard let entry = entries.removeValue(forKey: number) else { return [] }
        totalSize -= entry.size
        numbers[entry.url]?.removeAll { $0 == number }
        if numbers[entry.url]?.isEmpty == true { numbers[entry.url] = nil }
        return [entry]
    }

    private func recordUse(of number: Int) {
        clock += 1
        entries[number]?.lastUse = clock
        uses.append((number, clock))
        guard uses.count > 64, uses.count > 4 * entries.count else { return }
        uses = uses[firstUse...].filter { entries[$0.number]?.lastUse == $0.use }
        firstUse = 0
    }

    private func popLeastUsed() -> Int? {
        while firstUse < uses.count {
            let (number, use) = uses[firstUse]
            firstUse += 1
            if entries[number]?.lastUse == use { return number }
        }
        return nil
    }
}
