public import Synchronization

/// Counts what waits in a bounded buffer, and holds back the source while there is much.
///
/// The source's scope is paused at three quarters of the bound and opened again at one quarter, so that sources that share
/// a scope or send a last event while they are being paused do not overflow it.
@usableFromInline
final class Gauge: Sendable {
    @usableFromInline let scope: Scope
    @usableFromInline let capacity: Int
    @usableFromInline let high: Int
    @usableFromInline let low: Int

    /// How many may be delivered before they are counted out.
    @usableFromInline let slice: Int
    @usableFromInline let count = Atomic(0)

    /// - Parameters:
    ///   - scope: What to pause: that of the source.
    ///   - capacity: How many events may wait, one or more.
    @usableFromInline
    init(scope: Scope, capacity: Int) {
        self.scope = scope
        self.capacity = capacity
        high = max(1, capacity - capacity / 4)
        low = capacity / 4
        slice = min(64, max(1, capacity / 16))
    }

    /// Counts an event in, and pauses the source if it is one of too many.
    ///
    /// Each that is too many sees to it: whoever was the first may not have got round to it yet.
    ///
    /// - Returns: How many there were before.
    @inlinable
    func enter() -> Int {
        let before = count.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        if before + 1 >= high { pause() }
        return before
    }

    /// Counts events out.
    ///
    /// When that is done, and nobody's turn is held, `openIfLow()` must follow.
    ///
    /// - Parameter leaving: How many.
    /// - Returns: How many are left.
    @inlinable
    @discardableResult
    func leave(_ leaving: Int = 1) -> Int {
        count.wrappingSubtract(leaving, ordering: .acquiringAndReleasing).newValue
    }

    /// Opens the source again if it is paused and few events are left.
    @inlinable
    func openIfLow() {
        if scope.isPausedByOwner, count.load(ordering: .acquiring) <= low { scope.open() }
    }

    @usableFromInline
    func pause() {
        scope.pause()
        // What drained the buffer in between has looked for a pause too early.
        if count.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue <= low { scope.open() }
    }
}
