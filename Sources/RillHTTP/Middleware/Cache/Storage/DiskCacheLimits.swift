internal import Rill

/// Keeps the files of a ``DiskCacheStorage`` within its limits.
///
/// Reading the whole folder is slow, so the files that this process adds are counted, and the folder is read again when
/// they could exceed the limit, and at the latest after a sixteenth of it, because other processes add files, too.
final class DiskCacheLimits: @unchecked Sendable {  // the mutable state is guarded by `lock`
    private struct Usage {
        var size = 0
        var count = 0
    }

    private let folder: DiskCacheFolder
    private let maximumSize: Int
    private let maximumCount: Int
    private let lock = Lock()

    /// What can be added before the folder is read again.
    private var allowance = Usage()

    /// The files that are about to become visible.
    private var reserved = Usage()

    init(_ folder: DiskCacheFolder, maximumSize: Int, maximumCount: Int) {
        self.folder = folder
        self.maximumSize = maximumSize
        self.maximumCount = maximumCount
    }

    /// Makes room for a file.
    ///
    /// Returns `false` if the file is larger than the limit.
    func reserve(_ size: Int) -> Bool {
        guard size <= maximumSize else { return false }
        let isAllowed = lock.withLock {
            reserved.size += size
            reserved.count += 1
            allowance.size -= size
            allowance.count -= 1
            return allowance.size >= 0 && allowance.count >= 0
        }
        if !isAllowed { enforce() }
        return true
    }

    /// Ends a reservation after the file has become visible or has been discarded.
    func endReservation(_ size: Int) {
        lock.withLock {
            reserved.size -= size
            reserved.count -= 1
        }
    }

    /// Reads the folder and removes the least recently used files that exceed the limits.
    func enforce() {
        // A reserved file is counted twice if it becomes visible in the meantime.
        let reserved = lock.withLock { self.reserved }
        let files = folder.files().sorted { $0.modified < $1.modified }
        var usage = Usage(
            size: reserved.size + files.reduce(0) { $0 + $1.size }, count: reserved.count + files.count)
        if usage.size > maximumSize || usage.count > maximumCount {
            // Removes more than necessary, so that the folder is not read for each file.
            let sizeLimit = maximumSize - maximumSize / 16
            let countLimit = maximumCount - maximumCount / 16
            for file in files where usage.size > sizeLimit || usage.count > countLimit {
                FileSystemCalls.remove(file.path)
                usage.size -= file.size
                usage.count -= 1
            }
            folder.removeUnfinishedFiles()
        }
        lock.withLock {
            allowance.size = min(maximumSize - usage.size, max(maximumSize / 16, 1))
            allowance.count = min(maximumCount - usage.count, max(maximumCount / 16, 1))
        }
    }
}
