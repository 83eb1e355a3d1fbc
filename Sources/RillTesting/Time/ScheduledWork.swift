internal import Rill

/// A work item in the queue of a test scheduler.
///
/// Items are ordered by due time and then by insertion.
final class ScheduledWork: HeapElement, @unchecked Sendable {  // guarded by the lock of its scheduler, except `handle`
    /// The origin of a work item.
    enum Kind {
        /// A subscription or disposal by the kit. Runs before all other work that is due at the same time, so that
        /// events in the tick of the subscription are received and events in the tick of the disposal are not.
        case edge
        /// An event of a marble diagram.
        case marble
        /// Work scheduled by the code under test.
        case work
    }

    let kind: Kind
    @exclusivity(unchecked) var due: Duration = .zero
    @exclusivity(unchecked) var number = 0

    /// The number of the interleaving's step that scheduled the work, or 0 if no step did.
    var cause = 0

    /// The source location if the work is a step of an interleaving; otherwise, `nil`.
    var site: (file: StaticString, line: UInt)?
    var body: (@Sendable () -> Void)?

    /// The index in the heap, or `nil` if the item is not queued.
    @exclusivity(unchecked) var index: Int?

    /// Cancels the work.
    ///
    /// The item retains the handle, because callers may discard it. Set before the item is shared.
    var handle = Disposable.none

    init(_ kind: Kind, _ body: @escaping @Sendable () -> Void) {
        self.kind = kind
        self.body = body
    }

    /// Removes and returns the body, so that the caller can run or release it outside the lock.
    func takeBody() -> (@Sendable () -> Void)? {
        defer { body = nil }
        return body
    }

    func precedes(_ other: ScheduledWork) -> Bool {
        if due != other.due { return due < other.due }
        if (kind == .edge) != (other.kind == .edge) { return kind == .edge }
        return number < other.number
    }

    func didMove(to index: Int?) {
        self.index = index
    }
}
