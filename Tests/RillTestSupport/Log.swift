internal import RillTesting
package import Testing

/// A thread-safe list of entries in the order in which they were appended.
package final class Log<Entry: Sendable>: @unchecked Sendable {  // `kept` is guarded by `condition`
    // A pthread mutex, because the thread sanitizer does not know the locks of `Mutex`.
    private let condition = Condition()
    private var kept: [Entry] = []

    package init() {}

    package var entries: [Entry] { condition.withLock { kept } }

    /// Appends an entry, and returns all entries.
    @discardableResult
    package func append(_ entry: Entry) -> [Entry] {
        defer { condition.broadcast() }
        return condition.withLock {
            kept.append(entry)
            return kept
        }
    }

    /// Suspends the task until the log has a number of entries, and records an issue after one minute.
    ///
    /// - Parameters:
    ///   - count: The minimum number of entries.
    ///   - sourceLocation: The location of the issue.
    /// - Returns: All entries at that time.
    @discardableResult
    package func wait(for count: Int, sourceLocation: SourceLocation = #_sourceLocation) async -> [Entry] {
        let isReached = await condition.wait(timeout: .seconds(60)) { [self] in kept.count >= count }
        let entries = entries
        if !isReached {
            Issue.record("timed out waiting for \(count) entries: \(entries)", sourceLocation: sourceLocation)
        }
        return entries
    }
}
