/// A work item that runs at a given time.
///
/// Items are ordered by due time and then by insertion.
final class DeadlineWork: HeapElement, @unchecked Sendable {  // guarded by the lock of its scheduler, except `scope`
    var due: Duration = .zero
    var number = 0
    var body: (@Sendable () -> Void)?

    /// The index in the heap; `nil` if the item is not in a queue.
    var index: Int?

    /// Stopped when the work starts or is canceled.
    ///
    /// Set before the item is shared.
    var scope = Scope()

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    func precedes(_ other: DeadlineWork) -> Bool {
        due != other.due ? due < other.due : number < other.number
    }

    func didMove(to index: Int?) {
        self.index = index
    }
}
