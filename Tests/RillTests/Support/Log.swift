import Rill

/// An ordered log that accepts entries from any thread.
final class Log: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var entries: [String] = []
    private var count = 0

    var lines: [String] { lock.withLock { entries } }

    func add(_ line: String) {
        lock.withLock { entries.append(line) }
    }

    /// Appends a text with the next number, and returns the number.
    func number(_ text: String) -> Int {
        lock.withLock {
            count += 1
            entries.append("\(text) \(count)")
            return count
        }
    }
}

/// A weak reference that sendable closures can capture.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {  // used by one thread
    weak var value: Object?
}
