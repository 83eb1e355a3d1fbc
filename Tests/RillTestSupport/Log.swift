internal import Foundation

/// A thread-safe list of entries in the order in which they were appended.
package final class Log<Entry: Sendable>: @unchecked Sendable {  // `kept` is guarded by `lock`
    // The thread sanitizer does not know the locks of `Mutex`.
    private let lock = NSLock()
    private var kept: [Entry] = []

    package init() {}

    package var entries: [Entry] { lock.withLock { kept } }

    package func append(_ entry: Entry) {
        lock.withLock { kept.append(entry) }
    }
}
