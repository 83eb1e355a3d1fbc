internal import Foundation

/// Keeps the files of a ``DiskCacheStorage`` within its limits.
///
/// Reading the whole folder is slow. Therefore, the files that this process adds are counted, and the folder is read
/// again when they could exceed a limit, or at the latest after a sixteenth of a limit, because other processes also
/// add files.
final class DiskCacheLimits: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// An error for files that, together with the unfinished files, exceed a limit.
    struct ExceededError: Error {}

    private struct Usage {
        var size = 0
        var count = 0
    }

    private let folder: DiskCacheFolder
    private let maximumSize: Int
    private let maximumCount: Int
    private let lock = NSLock()

    /// The size and the number of files that can be added before the folder is read again.
    private var allowance = Usage()

    /// The size and the number of files that are being written, or are about to become visible.
    private var reserved = Usage()

    /// The total size and number of all reservations ever made.
    private var total = Usage()

    init(_ folder: DiskCacheFolder, maximumSize: Int, maximumCount: Int) {
        self.folder = folder
        self.maximumSize = maximumSize
        self.maximumCount = maximumCount
    }

    /// Reserves room for a file or a part of it.
    ///
    /// Throws ``ExceededError`` without reserving anything if the unfinished files would exceed a limit.
    func reserve(size: Int = 0, count: Int = 0) throws {
        let isAllowed = lock.withLock {
            reserved.size += size
            reserved.count += count
            total.size += size
            total.count += count
            allowance.size -= size
            allowance.count -= count
            return allowance.size >= 0 && allowance.count >= 0
        }
        guard !isAllowed, !enforce() else { return }
        release(size: size, count: count, isStored: false)
        throw ExceededError()
    }

    /// Ends a reservation after the file has become visible or has been discarded.
    func release(size: Int = 0, count: Int = 0, isStored: Bool) {
        lock.withLock {
            reserved.size -= size
            reserved.count -= count
            if !isStored {
                allowance.size += size
                allowance.count += count
            }
        }
    }

    /// Reads the folder and removes the least recently used files that exceed the limits.
    ///
    /// Returns whether the remaining files together with the unfinished files are within the limits. If the folder cannot
    /// be read, returns `false`.
    @discardableResult
    func enforce() -> Bool {
        // A reserved file that becomes visible during this call is counted twice.
        let (reserved, before) = lock.withLock { (self.reserved, total) }
        // Even without other entries, the unfinished files would exceed a limit.
        guard reserved.size <= maximumSize, reserved.count <= maximumCount else { return false }
        guard let files = (try? folder.files())?.sorted(by: { $0.modified < $1.modified }) else { return false }
        var usage = Usage(size: reserved.size + files.reduce(0) { $0 + $1.size }, count: reserved.count + files.count)
        if usage.size > maximumSize || usage.count > maximumCount {
            // Removes more than necessary, so that the folder is not read for each file.
            let sizeLimit = maximumSize - maximumSize / 16
            let countLimit = maximumCount - maximumCount / 16
            for file in files where usage.size > sizeLimit || usage.count > countLimit {
                folder.remove(file)
                usage.size -= file.size
                usage.count -= 1
            }
            try? folder.removeUnusedFiles()
        }
        lock.withLock {
            // The usage does not include reservations that other threads made during this call.
            allowance.size = min(maximumSize - usage.size, max(maximumSize / 16, 1)) - (total.size - before.size)
            allowance.count = min(maximumCount - usage.count, max(maximumCount / 16, 1)) - (total.count - before.count)
        }
        return usage.size <= maximumSize && usage.count <= maximumCount
    }
}
