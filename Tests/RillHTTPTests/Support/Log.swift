import Rill

/// A thread-safe list that records entries in order.
final class Log<Entry: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var recorded: [Entry] = []

    var entries: [Entry] { lock.withLock { recorded } }

    func append(_ entry: Entry) {
        lock.withLock { recorded.append(entry) }
    }
}
