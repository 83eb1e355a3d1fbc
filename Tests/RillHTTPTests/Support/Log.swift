import Rill

/// Keeps what it is told, in order.
final class Log<Entry: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var kept: [Entry] = []

    var entries: [Entry] { lock.withLock { kept } }

    func append(_ entry: Entry) {
        lock.withLock { kept.append(entry) }
    }
}
