import Foundation

/// A value that a lock protects.
///
/// The thread sanitizer does not know the locks of `Mutex`.
final class Locked<Value>: @unchecked Sendable {  // `value` is guarded by `lock`
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
