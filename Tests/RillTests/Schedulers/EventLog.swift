import Rill

/// A log that accepts entries from any thread and lets a test await them without blocking a thread.
final class EventLog<Entry: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var entries: [Entry] = []
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    var all: [Entry] { lock.withLock { entries } }

    func add(_ entry: Entry) {
        let served = lock.withLock {
            entries.append(entry)
            let served = waiters.filter { $0.count <= entries.count }
            waiters.removeAll { $0.count <= entries.count }
            return served
        }
        for waiter in served { waiter.continuation.resume() }
    }

    /// Waits, without a timeout, until the log has a number of entries.
    ///
    /// The test needs a time limit.
    ///
    /// - Parameter count: The minimum number of entries.
    /// - Returns: All entries at that time.
    @discardableResult
    func wait(for count: Int) async -> [Entry] {
        await withCheckedContinuation { continuation in
            let isReached = lock.withLock {
                if entries.count < count { waiters.append((count, continuation)) }
                return entries.count >= count
            }
            if isReached { continuation.resume() }
        }
        return all
    }
}
