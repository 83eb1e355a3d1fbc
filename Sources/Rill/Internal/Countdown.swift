public import Synchronization

/// A number that any thread can count down to zero.
@usableFromInline
final class Countdown: Sendable {
    @usableFromInline let left: Atomic<Int>

    @inlinable
    init(from count: Int) {
        left = Atomic(count)
    }

    /// Decrements the count.
    ///
    /// - Returns: `true` if the count has reached zero; otherwise, `false`.
    @inlinable
    func step() -> Bool {
        left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }
}
