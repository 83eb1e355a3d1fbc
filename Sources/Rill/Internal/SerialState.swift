/// The state of one subscription, which is accessed only while the subscription processes events.
///
/// Synchronization is provided by the event contract: events do not overlap, and each one happens after the previous
/// one (rule 1.3). An operator with such state therefore needs no lock.
@usableFromInline
final class SerialState<Value>: @unchecked Sendable {  // guarded by rule 1.3: events do not overlap
    @usableFromInline
    @exclusivity(unchecked)
    var value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}
