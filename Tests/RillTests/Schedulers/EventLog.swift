import Rill

/// Takes entries from any thread, and lets a test wait for them without blocking one.
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

    /// Waits until there are so many entries; for ever, so that the test needs a time limit.
    ///
    /// - Parameter count: How many at least.
    /// - Returns: All there are then.
    @discardableResult
    func wait(for count: Int) async -> [Entry] {
        await withCheckedContinuation { continuation in
            let isThere = lock.withLock {
                if entries.count < count { waiters.append((count, continuation)) }
                return entries.count >= count
            }
            if isThere { continuation.resume() }
        }
        return all
    }
}
