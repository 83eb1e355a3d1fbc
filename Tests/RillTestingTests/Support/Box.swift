/// A value that closures of one thread share, or of several that never run at the same time.
final class Box<Value>: @unchecked Sendable {  // guarded by the test: virtual time runs on the thread of the test
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
