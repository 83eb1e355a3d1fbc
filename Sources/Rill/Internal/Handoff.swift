public import Synchronization

/// Decides between one who starts something and that something's end, which may come before the start has returned
/// or after, on any thread: exactly one of the two goes on.
///
/// So what repeats is a loop and does not nest.
@usableFromInline
struct Handoff: ~Copyable, Sendable {
    @usableFromInline let phase = Atomic<UInt8>(0)

    @inlinable
    init() {}

    /// The start begins.
    @inlinable
    func begin() {
        phase.store(0, ordering: .relaxed)
    }

    /// The start has returned.
    ///
    /// - Returns: Whether the end has come already, so that it is for the starter to go on.
    @inlinable
    func leave() -> Bool {
        phase.exchange(1, ordering: .acquiringAndReleasing) == 2
    }

    /// The end has come.
    ///
    /// - Returns: Whether the starter has left already, so that it is for the end to go on.
    @inlinable
    func finish() -> Bool {
        phase.exchange(2, ordering: .acquiringAndReleasing) == 1
    }
}
