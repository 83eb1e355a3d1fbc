public import Synchronization

/// Decides which side continues after an operation: the caller or the completion handler.
///
/// The operation may complete before or after the call returns, on any thread; exactly one of the two continues.
///
/// Repeated operations therefore run in a loop instead of recursively.
@usableFromInline
package struct Handoff: ~Copyable, Sendable {
    @usableFromInline let phase = Atomic<UInt8>(0)

    @inlinable
    package init() {}

    /// Prepares for the next operation.
    @inlinable
    package func begin() {
        phase.store(0, ordering: .relaxed)
    }

    /// Records that the call has returned.
    ///
    /// - Returns: `true` if the operation has already completed, in which case the caller continues; otherwise,
    ///   `false`.
    @inlinable
    package func leave() -> Bool {
        phase.exchange(1, ordering: .acquiringAndReleasing) == 2
    }

    /// Records that the operation has completed.
    ///
    /// - Returns: `true` if the call has already returned, in which case the completion handler continues; otherwise,
    ///   `false`.
    @inlinable
    package func finish() -> Bool {
        phase.exchange(2, ordering: .acquiringAndReleasing) == 1
    }
}
