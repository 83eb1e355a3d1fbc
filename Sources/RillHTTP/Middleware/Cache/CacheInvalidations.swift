internal import Rill

/// The invalidations of the entries of a storage.
final class CacheInvalidations: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The maximum number of keys whose invalidations are tracked individually.
    private static let maximumKeys = 1_024

    private let lock = Lock()
    private var changeCount = 0

    /// The number of the last invalidation of each key.
    private var keys: [String: Int] = [:]

    /// The number of the last invalidation that may be missing from `keys`.
    private var lastUnknownChange = 0

    /// The number of the last invalidation of all entries.
    private var lastRemoval = 0

    /// The keys whose invalid entries could not be removed.
    private var failedRemovals: Set<String> = []

    /// Whether all entries are invalid, but could not be removed.
    private var hasFailedToRemoveAll = false

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
            if let key, failedRemovals.count < Self.maximumKeys {
                failedRemovals.insert(key)
            } else {
                hasFailedToRemoveAll = true
            }
        }
    }

    /// Returns the removal that must succeed before the entries of a key can be used, or `nil` if there is none.
    func failedRemoval(of key: String) -> FailedRemoval? {
        lock.withLock { hasFailedToRemoveAll ? .all : failedRemovals.contains(key) ? .key : nil }
    }

    /// Records that a failed removal has succeeded.
    func removalSucceeded(_ removal: FailedRemoval, of key: String) {
        lock.withLock {
            switch removal {
            case .key: failedRemovals.remove(key)
            case .all: (failedRemovals, hasFailedToRemoveAll) = ([], false)
            }
        }
    }

    /// The entries that could not be removed.
    enum FailedRemoval {
        case key
        case all
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
