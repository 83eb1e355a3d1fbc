internal import Synchronization

/// A thread-safe list of entries in the order in which they were appended.
package final class Log<Entry: Sendable>: Sendable {
    private let kept = Mutex<[Entry]>([])

    package init() {}

    package var entries: [Entry] { kept.withLock { $0 } }

    package func append(_ entry: Entry) {
        kept.withLock { $0.append(entry) }
    }
}
