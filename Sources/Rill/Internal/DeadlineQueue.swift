/// A work item that runs at a given time.
final class DeadlineWork: @unchecked Sendable {  // guarded by the lock of its scheduler, except `scope`
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

    func comesBefore(_ other: DeadlineWork) -> Bool {
        due != other.due ? due < other.due : number < other.number
    }
}

/// A priority queue of work items, ordered by due time and then by insertion.
///
/// A binary heap in which each item stores its index, so that removing an item requires no search.
struct DeadlineQueue {
    private var heap: [DeadlineWork] = []
    private var lastNumber = 0

    var isEmpty: Bool { heap.isEmpty }
    var first: DeadlineWork? { heap.first }

    mutating func insert(_ work: DeadlineWork, due: Duration) {
        lastNumber += 1
        work.number = lastNumber
        work.due = due
        work.index = heap.count
        heap.append(work)
        moveUp(from: heap.count - 1)
    }

    /// Removes an item if it is in the queue.
    mutating func remove(_ work: DeadlineWork) {
        guard let index = work.index else { return }
        work.index = nil
        let last = heap.removeLast()
        guard last !== work else { return }
        heap[index] = last
        last.index = index
        moveUp(from: index)
        moveDown(from: index)
    }

    private mutating func moveUp(from start: Int) {
        var index = start
        while index > 0, case let parent = (index - 1) / 2, heap[index].comesBefore(heap[parent]) {
            swap(index, parent)
            index = parent
        }
    }

    private mutating func moveDown(from start: Int) {
        var index = start
        while true {
            var earliest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].comesBefore(heap[earliest]) {
                earliest = child
            }
            if earliest == index { return }
            swap(index, earliest)
            index = earliest
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        heap[one].index = one
        heap[other].index = other
    }
}
