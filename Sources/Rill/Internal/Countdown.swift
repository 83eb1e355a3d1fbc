public import Synchronization

/// Counts how many of several things are still under way.
@usableFromInline
final class Countdown: Sendable {
    @usableFromInline let left: Atomic<Int>

    @inlinable
    init(from count: Int) {
        left = Atomic(count)
    }

    /// One of them is done.
    ///
    /// - Returns: Whether it was the last.
    @inlinable
    func step() -> Bool {
        left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }
}
