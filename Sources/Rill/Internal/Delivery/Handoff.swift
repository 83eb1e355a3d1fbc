public import Synchronization

/// Decides whether the caller of an operation or the completion handler of that operation continues.
///
/// The operation may complete before or after the call returns, on any thread; exactly one of the two continues.
///
/// This turns repetition into a loop instead of recursion.
@usableFromInline
package struct Handoff: ~Copyable, Sendable {
    @usableFromInline let phase = Atomic<UInt8>(0)

    @inlinable
    package init() {}

    /// Prepares for another operation.
    @inlinable
    package func begin() {
        phase.store(0, ordering: .relaxed)
    }

    /// Records that the call has returned.
    ///
    /// - Returns: Whether the operation has already completed, in which case the caller continues.
    @inlinable
    package func leave() -> Bool {
        phase.exchange(1, ordering: .acquiringAndReleasing) == 2
    }

    /// Records that the operation has completed.
    ///
    /// - Returns: Whether the call has already returned, in which case the completion handler continues.
    @inlinable
    package func finish() -> Bool {
        phase.exchange(2, ordering: .acquiringAndReleasing) == 1
    }
}
