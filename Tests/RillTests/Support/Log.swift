import Rill

/// What happened, in order, on whatever threads.
final class Log: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var entries: [String] = []
    private var count = 0

    var lines: [String] { lock.withLock { entries } }

    func add(_ line: String) {
        lock.withLock { entries.append(line) }
    }

    /// Notes a text with the next number, and returns that.
    func number(_ text: String) -> Int {
        lock.withLock {
            count += 1
            entries.append("\(text) \(count)")
            return count
        }
    }
}

/// A reference that keeps nothing alive, for closures that have to be sendable.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {  // used by one thread
    weak var value: Object?
}
