internal import Rill

/// What happened, in order, from any thread.
package final class Log<Entry: Sendable>: @unchecked Sendable {  // `kept` is guarded by `lock`
    private let lock = Lock()
    private var kept: [Entry] = []

    package init() {}

    package var entries: [Entry] { lock.withLock { kept } }

    package func append(_ entry: Entry) {
        lock.withLock { kept.append(entry) }
    }
}
