internal import Foundation

/// The invalidations of the entries of a storage.
final class CacheInvalidations: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum number of keys whose invalidations are tracked individually.
    private static let maximumKeys = 1_024

    private let lock = NSLock()
    private var changeCount = 0

    /// The number of the last invalidation of each key.
    private var keys: [String: Int] = [:]

    /// The number of the last invalidation that may be missing from `keys`.
    private var lastUnknownChange = 0

    /// The number of the last invalidation of all entries.
    private var lastRemoval = 0

    /// The number of failed removals so far.
    private var failureCount = 0

    /// The number of the last failed removal of the entries of each key, and of all entries for the key `nil`.
    private var failedRemovals: [String?: Int] = [:]

    /// The number of invalidations so far.
    var count: Int { lock.withLock { changeCount } }

    /// Returns whether the entries of a key may have been invalidated since `self.count` was `count`.
    func hasChanged(_ key: String, since count: Int) -> Bool {
        lock.withLock { lastUnknownChange > count || keys[key] ?? 0 > count }
    }

    /// Returns whether all entries have been removed since `self.count` was `count`.
    func hasRemovedAll(since count: Int) -> Bool { lock.withLock { lastRemoval > count } }

    /// Records an invalidation, before the entries are removed.
    func invalidate(_ invalid: [String]) {
        lock.withLock {
            changeCount += 1
            for key in invalid { keys[key] = changeCount }
            if keys.count > Self.maximumKeys { forgetKeys() }
        }
    }

    /// Records the invalidation of all entries, before they are removed.
    func removeAll() {
        lock.withLock {
            changeCount += 1
            lastRemoval = changeCount
            forgetKeys()
        }
    }

    /// Records that the invalid entries of a key, or of all keys, could not be removed.
    func removalFailed(of key: String?) {
        lock.withLock {
            failureCount += 1
            failedRemovals[failedRemovals.count < Self.maximumKeys ? key : nil] = failureCount
        }
    }

    /// A removal that must succeed before entries can be used: the key of the entries, or `nil` for all entries, and
    /// the number of the last failure when the removal is repeated.
    typealias FailedRemoval = (key: String?, number: Int)

    /// Returns the removal that must succeed before the entries of a key can be used, or `nil` if there is none.
    func failedRemoval(of key: String) -> FailedRemoval? {
        lock.withLock {
            let key = failedRemovals[nil] == nil ? key : nil
            return failedRemovals[key] == nil ? nil : (key, failureCount)
        }
    }

    /// Records that a removal has succeeded.
    ///
    /// Removals that have failed in the meantime remain necessary.
    func removalSucceeded(_ removal: FailedRemoval) {
        lock.withLock {
            failedRemovals = failedRemovals.filter { key, number in
                removal.key != nil && removal.key != key || number > removal.number
            }
        }
    }

    /// Treats all keys as invalidated.
    ///
    /// The caller must hold the lock.
    private func forgetKeys() {
        keys = [:]
        lastUnknownChange = changeCount
    }
}

/// A storage whose caches share their invalidations.
protocol InvalidationSharing {
    var invalidations: CacheInvalidations { get }
}

extension MemoryCacheStorage: InvalidationSharing {}

extension DiskCacheStorage: InvalidationSharing {}
