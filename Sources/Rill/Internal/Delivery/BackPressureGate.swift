public import Synchronization

/// Counts the events in a bounded buffer, and pauses the source while the buffer is nearly full.
///
/// The source's scope is paused at three quarters of the capacity and resumed at one quarter. The headroom prevents an
/// overflow if several sources share the scope, or a source emits another event while it is being paused.
@usableFromInline
final class BackPressureGate: Sendable {
    @usableFromInline let scope: Scope
    @usableFromInline let capacity: Int
    @usableFromInline let high: Int
    @usableFromInline let low: Int

    /// The number of events that may be delivered before the count is updated.
    @usableFromInline let slice: Int
    @usableFromInline let count = Atomic(0)

    /// - Parameters:
    ///   - scope: The scope of the source.
    ///   - capacity: The maximum number of buffered events. Must be at least 1.
    @usableFromInline
    init(scope: Scope, capacity: Int) {
        self.scope = scope
        self.capacity = capacity
        high = max(1, capacity - capacity / 4)
        low = capacity / 4
        slice = min(64, max(1, capacity / 16))
    }

    /// Increments the count, and pauses the source above the high-water mark.
    ///
    /// Every event above the high-water mark pauses the source, because the thread that added the first one may not
    /// have done so yet.
    ///
    /// - Returns: The previous count.
    @inlinable
    func enter() -> Int {
        let before = count.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        if before + 1 >= high { pause() }
        return before
    }

    /// Decrements the count.
    ///
    /// The caller must call `openIfLow()` afterward, unless it still has messages to deliver.
    ///
    /// - Parameter leaving: The number of delivered events. Defaults to 1.
    /// - Returns: The remaining count.
    @inlinable
    @discardableResult
    func leave(_ leaving: Int = 1) -> Int {
        count.wrappingSubtract(leaving, ordering: .acquiringAndReleasing).newValue
    }

    /// Resumes the source if it is paused and the count is at or below the low-water mark.
    @inlinable
    func openIfLow() {
        if scope.isPausedByOwner, count.load(ordering: .acquiring) <= low { scope.open() }
    }

    @usableFromInline
    func pause() {
        scope.pause()
        // A thread that drained the buffer in the meantime may have checked for the pause too early.
        if count.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue <= low { scope.open() }
    }
}
