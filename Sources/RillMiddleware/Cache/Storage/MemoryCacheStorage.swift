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
        var content: CacheEntry

        /// The approximate size of the body in memory.
        let weight: Int
        var lastUse: UInt64 = 0

        var size: Int {
            weight + 2 * content.metadata.count + 512 + content.key.utf8.count + content.variant.utf8.count
        }
    }

    /// The maximum size in bytes.
    public let capacity: Int

    /// A random secret of 16 bytes.
    public let secret = SipHash.makeKey()

    let invalidations = CacheInvalidations()
    private let lock = NSLock()
    private var entries: [UInt64: Entry] = [:]
    private var numbers: [String: [UInt64]] = [:]
    private var totalSize = 0

    /// All uses in order.
    ///
    /// A use is obsolete if its entry has been used again since.
    private var uses: ArraySlice<(number: UInt64, use: UInt64)> = []
    private var clock: UInt64 = 0

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
        lock.withLock { (numbers[key] ?? []).compactMap { entries[$0]?.content } }
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
            guard var current = entries[entry.number] else { return [] }
            totalSize -= current.size
            let old = current.content
            current.content = CacheEntry(key: old.key, variant: old.variant, metadata: metadata, openBody: old.openBody)
            current.content.number = old.number
            current.content.stored = stored
            totalSize += current.size
            entries[entry.number] = current
            noteUse(of: entry.number)
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
            let number = clock + 1
            var content = CacheEntry(key: key, variant: variant, metadata: metadata) { [weak self] in
                if let self { lock.withLock { noteUse(of: number) } }
                return body
            }
            content.number = number
            content.stored = stored
            let entry = Entry(content: content, weight: weight)
            guard entry.size <= capacity else { return removed }
            clock = number
            entries[number] = entry
            numbers[key, default: []].append(number)
            totalSize += entry.size
            noteUse(of: number)
            return removed + evict()
        }
        // The entries are released outside of the lock.
        withExtendedLifetime(removed) {}
    }

    // MARK: Lock held

    private func removeAll(for key: String, variant: String?) -> [Entry] {
        (numbers[key] ?? []).filter { variant == nil || entries[$0]?.content.variant == variant }.flatMap { remove($0) }
    }

    private func remove(_ number: UInt64) -> [Entry] {
        guard let entry = entries.removeValue(forKey: number) else { return [] }
        let key = entry.content.key
        totalSize -= entry.size
        numbers[key]?.removeAll { $0 == number }
        if numbers[key]?.isEmpty == true { numbers[key] = nil }
        return [entry]
    }

    /// Records a use of an entry, which may have been removed.
    private func noteUse(of number: UInt64) {
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
