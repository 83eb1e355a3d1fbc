internal import Foundation
public import Rill

/// A storage that keeps the responses of a ``ResponseCache`` in memory, with a capacity in bytes.
///
/// Evicts the least recently used entry first. An entry whose body is larger than a quarter of the capacity is not
/// stored.
public final class MemoryCacheStorage: CacheStorage, @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum number of variants of a key.
    private static let variantLimit = 32

    private struct Entry {
        let number: Int
        let key: String
        let variant: String
        var metadata: [UInt8]

        /// The decoded metadata, or `nil` if it is invalid.
        var stored: StoredResponse?
        let body: CacheBody

        /// The approximate size of the body in memory.
        let weight: Int
        var lastUse = 0

        var size: Int { weight + 2 * metadata.count + 512 + key.utf8.count + variant.utf8.count }
    }

    /// The maximum size in bytes.
    public let capacity: Int

    /// A random secret of 16 bytes.
    public let secret = SipHash.makeKey()

    let invalidations = CacheInvalidations()
    private let lock = NSLock()
    private var entries: [Int: Entry] = [:]
    private var numbers: [String: [Int]] = [:]
    private var totalSize = 0

    /// All uses in order.
    ///
    /// A use is obsolete if its entry has been used again since.
    private var uses: ArraySlice<(number: Int, use: Int)> = []
    private var clock = 0

    /// Creates an empty storage.
    ///
    /// - Parameter capacity: The maximum size in bytes. Must not be negative. Defaults to 16 MiB.
    public init(capacity: Int = 16 << 20) {
        precondition(capacity >= 0, "MemoryCacheStorage: capacity must not be negative, got \(capacity)")
        self.capacity = capacity
    }

    /// `nil`, because the methods do not block.
    public var scheduler: (any Scheduler)? { nil }

    /// A quarter of the capacity, so that one response cannot evict all others.
    public var maximumBodySize: Int { capacity / 4 }

    /// The approximate number of stored bytes.
    public var size: Int { lock.withLock { totalSize } }

    /// Returns the entries for a key, in the order in which they were stored.
    ///
    /// - Parameter key: The key.
    /// - Returns: One entry for each variant.
    public func entries(for key: String) -> [CacheEntry] {
        let stored = lock.withLock { (numbers[key] ?? []).compactMap { entries[$0] } }
        return stored.map { entry in
            var result = CacheEntry(key: key, variant: entry.variant, metadata: entry.metadata) { [weak self] in
                if let self { lock.withLock { noteUse(of: entry.number) } }
                return entry.body
            }
            result.number = UInt64(entry.number)
            result.stored = entry.stored
            return result
        }
    }

    /// Starts writing an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - variant: The variant.
    /// - Returns: A writer for the body.
    public func makeWriter(for key: String, variant: String) -> any CacheWriter {
        MemoryCacheWriter { [weak self] chunks, metadata in
            self?.insert(chunks, metadata, for: key, variant: variant)
        }
    }

    /// Replaces the metadata of an entry, unless the entry was removed or replaced in the meantime.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - metadata: The new metadata.
    public func replaceMetadata(of entry: CacheEntry, with metadata: [UInt8]) {
        let stored = StoredResponse(metadata)
        let removed: [Entry] = lock.withLock {
            guard let number = Int(exactly: entry.number), var current = entries[number] else { return [] }
            totalSize -= current.size
            current.metadata = metadata
            current.stored = stored
            totalSize += current.size
            entries[number] = current
            noteUse(of: number)
            return evict()
        }
        withExtendedLifetime(removed) {}
    }

    /// Removes entries.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - variant: The variant, or `nil` for all of them.
    public func removeEntries(for key: String, variant: String?) {
        let removed = lock.withLock { removeAll(for: key, variant: variant) }
        withExtendedLifetime(removed) {}
    }

    /// Removes all entries.
    public func removeAll() {
        let removed = lock.withLock {
            defer {
                entries = [:]
                numbers = [:]
                uses = []
                totalSize = 0
            }
            return entries
        }
        withExtendedLifetime(removed) {}
    }

    // MARK: Inserting

    private func insert(_ chunks: [[UInt8]], _ metadata: [UInt8], for key: String, variant: String) {
        let body = CacheBody(chunks)
        let stored = StoredResponse(metadata)
        let weight = chunks.reduce(0) { $0 + $1.count + 64 }
        let removed: [Entry] = lock.withLock {
            var removed = removeAll(for: key, variant: variant)
            if let oldest = numbers[key]?.first, numbers[key]?.count == Self.variantLimit { removed += remove(oldest) }
            let entry = Entry(
                number: clock + 1, key: key, variant: variant, metadata: metadata, stored: stored, body: body,
                weight: weight)
            guard entry.size <= capacity else { return removed }
            clock += 1
            entries[entry.number] = entry
            numbers[key, default: []].append(entry.number)
            totalSize += entry.size
            noteUse(of: entry.number)
            return removed + evict()
        }
        // The entries are released outside of the lock.
        withExtendedLifetime(removed) {}
    }

    // MARK: Lock held

    private func removeAll(for key: String, variant: String?) -> [Entry] {
        (numbers[key] ?? []).filter { variant == nil || entries[$0]?.variant == variant }.flatMap { remove($0) }
    }

    private func remove(_ number: Int) -> [Entry] {
        guard let entry = entries.removeValue(forKey: number) else { return [] }
        totalSize -= entry.size
        numbers[entry.key]?.removeAll { $0 == number }
        if numbers[entry.key]?.isEmpty == true { numbers[entry.key] = nil }
        return [entry]
    }

    /// Records a use of an entry, which may have been removed.
    private func noteUse(of number: Int) {
        clock += 1
        entries[number]?.lastUse = clock
        uses.append((number, clock))
        guard uses.count > 64, uses.count > 4 * entries.count else { return }
        uses = uses.filter { entries[$0.number]?.lastUse == $0.use }[...]
    }

    /// Removes the least recently used entries that exceed the capacity.
    private func evict() -> [Entry] {
        var removed: [Entry] = []
        while totalSize > capacity, let (number, use) = uses.popFirst() {
            if entries[number]?.lastUse == use { removed += remove(number) }
        }
        return removed
    }
}
