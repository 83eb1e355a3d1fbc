public import Synchronization

/// Counts the events in a bounded buffer, and pauses the source while the buffer is nearly full.
///
/// The source's scope is paused at three quarters of the capacity and resumed at one quarter. The headroom prevents an
/// overflow if several sources share the scope, or a source emits another event while it is being paused.
@usableFromInline
final class BackPressureGate: Sendable {
    @usableFromInline let scope: Scope
    private let name: StaticString

    /// The number that identifies the buffer to instruments, or zero if there are no instruments.
    private let id: UInt64
    @usableFromInline let capacity: Int
    @usableFromInline let high: Int
    @usableFromInline let low: Int

    /// The number of events that may be delivered before the count is updated.
    @usableFromInline let slice: Int
    @usableFromInline let count = Atomic(0)

    /// - Parameters:
    ///   - scope: The scope of the source.
    ///   - capacity: The maximum number of buffered events. Must be at least 1.
    ///   - name: The name of the operator, for instruments. Defaults to the name used for pending events of several
    ///     sources.
    @usableFromInline
    init(scope: Scope, capacity: Int, _ name: StaticString = "queue") {
        self.scope = scope
        self.name = name
        id = scope.instrumentation == nil ? 0 : Instrumentation.nextID()
        self.capacity = capacity
        high = max(1, capacity - capacity / 4)
        low = capacity / 4
        slice = min(64, max(1, capacity / 16))
        list()
    }

    deinit {
        unlist()
    }

    /// Increments the count, and pauses the source above the high-water mark.
    ///
    /// Every event above the high-water mark pauses the source, because the thread that added the first such event may
    /// not have paused it yet.
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
    /// The caller must then call `openIfLow()`, unless it still has messages to deliver.
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
        if scope.isPausedByOwner, count.load(ordering: .acquiring) <= low { open() }
    }

    @usableFromInline
    func pause() {
        if scope.pause() { report() }
        // A thread that drained the buffer in the meantime may have checked for the pause before it took effect.
        if count.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue <= low { open() }
    }

    @usableFromInline
    func open() {
        scope.open(willResume: report)
    }

    /// Reports to the instruments that the source has been paused or is about to resume.
    private func report() {
        guard let instrumentation = scope.instrumentation else { return }
        let boundary = BufferBoundary(
            id: UInt(truncatingIfNeeded: id), name: "\(name)", isPaused: scope.isPausedByOwner,
            count: bufferedCount, capacity: capacity)
        instrumentation.call { $0.instrument.boundaryChanged(boundary, in: $0.subscription) }
    }
}

extension BackPressureGate: ListedBuffer {
    var pausedScope: Scope { scope }
    var bufferedCount: Int { max(count.load(ordering: .relaxed), 0) }
}
