public import Synchronization

/// Decides whether the caller of an operation or the completion handler of that operation continues.
///
/// The operation may complete before or after the call returns, on any thread; exactly one of the two continues.
///
/// This turns repetition into a loop instead of recursion.
@usableFromInline
struct Handoff: ~Copyable, Sendable {
    @usableFromInline let phase = Atomic<UInt8>(0)

    @inlinable
    init() {}

    /// Prepares for another operation.
    @inlinable
    func begin() {
        phase.store(0, ordering: .relaxed)
    }

    /// Records that the call has returned.
    ///
    /// - Returns: Whether the operation has already completed, in which case the caller continues.
    @inlinable
    func leave() -> Bool {
        phase.exchange(1, ordering: .acquiringAndReleasing) == 2
    }

    /// Records that the operation has completed.
    ///
    /// - Returns: Whether the call has already returned, in which case the completion handler continues.
    @inlinable
    func finish() -> Bool {
        phase.exchange(2, ordering: .acquiringAndReleasing) == 1
    }
}
