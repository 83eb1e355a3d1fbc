/// A box for a mutable value that is shared by closures that never run concurrently.
final class Box<Value>: @unchecked Sendable {  // guarded by the test: virtual time runs on the thread of the test
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
