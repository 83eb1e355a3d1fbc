/// Pending work items, ordered by due time and then by insertion.
///
/// Canceled items stay in the heap until they reach its top or outnumber the pending items, so canceling an item does
/// not move other items.
struct DeadlineQueue: ~Copyable {
    private struct Entry: HeapElement {
        let due: Duration
        let number: Int

        /// Retained by the queue.
        ///
        /// The reference is unmanaged, because comparing and moving managed references would update their reference
        /// counts.
        let work: Unmanaged<DeadlineWork>

        var isPending: Bool { work._withUnsafeGuaranteedRef(\.isPending) }

        func precedes(_ other: Entry) -> Bool {
            due != other.due ? due < other.due : number < other.number
        }
    }

    private var entries = Heap<Entry>()
    private var canceledCount = 0
    private var lastNumber = 0

    deinit {
        for entry in entries.unordered { entry.work.release() }
    }

    /// The number of items in memory, including canceled ones.
    var storedCount: Int { entries.count }

    var isEmpty: Bool { storedCount == canceledCount }

    /// The due time of the first pending item, or `nil` if the queue is empty.
    mutating func nextDue() -> Duration? {
        while let first = entries.first, !first.isPending {
            entries.popFirst()?.work.release()
            canceledCount -= 1
        }
        return entries.first?.due
    }

    mutating func insert(_ work: DeadlineWork, due: Duration) {
        lastNumber += 1
        work.isPending = true
        entries.insert(Entry(due: due, number: lastNumber, work: .passRetained(work)))
    }

    /// Removes and returns the first item if it is due.
    mutating func popFirst(dueAt now: Duration) -> DeadlineWork? {
        guard let due = nextDue(), due <= now else { return nil }
        let work = entries.popFirst()?.work.takeRetainedValue()
        work?.isPending = false
        return work
    }

    /// Removes an item if it is pending.
    ///
    /// - Returns: The closure of the item, unless it has been taken. The caller must release it outside the lock,
    ///   because deinitializers of captured objects may run user code.
    mutating func cancel(_ work: DeadlineWork) -> (@Sendable () -> Void)? {
        if work.isPending {
            work.isPending = false
            canceledCount += 1
            if canceledCount > max(storedCount / 2, 64) { removeCanceled() }
        }
        return work.body.take()
    }

    private mutating func removeCanceled() {
        let pending = entries.unordered.filter(\.isPending)
        for entry in entries.unordered where !entry.isPending { entry.work.release() }
        entries = Heap(pending)
        canceledCount = 0
    }
}

/// A work item that runs at a given time.
final class DeadlineWork: @unchecked Sendable {  // guarded by the lock of its scheduler, except `scope`
    /// The closure, or `nil` after the work has started or been canceled.
    var body: (@Sendable () -> Void)?

    /// Whether the item is in a queue and has not been canceled.
    fileprivate var isPending = false

    /// The scope that is stopped when the work starts or is canceled.
    ///
    /// Set before the item is shared.
    var scope: Scope?

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
