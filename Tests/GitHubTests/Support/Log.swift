import Rill

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: @unchecked Sendable {  // `kept` is guarded by `lock`
    private let lock = Lock()
    private var kept: [Entry] = []

    var entries: [Entry] { lock.withLock { kept } }

    func append(_ entry: Entry) {
        lock.withLock { kept.append(entry) }
    }
}
