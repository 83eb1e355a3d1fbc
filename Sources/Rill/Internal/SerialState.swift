/// State of one subscription that only its events touch.
///
/// The guard is the contract itself: events come one at a time, each after the one before it (rule 1.3), so an operator
/// that keeps such a state needs no lock.
@usableFromInline
final class SerialState<Value>: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    @usableFromInline
    @exclusivity(unchecked)
    var value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}
