internal import Rill

/// A work item in the queue of a test scheduler.
final class ScheduledWork: @unchecked Sendable {  // guarded by the lock of its scheduler, except `handle`
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
    var due: Duration = .zero
    var number = 0
    var body: (@Sendable () -> Void)?

    /// The index in the heap, or `nil` if the item is not queued.
    var index: Int?

    /// Cancels the work.
    ///
    /// The item keeps the handle alive, because callers may discard it. Set before the item is shared.
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

    func comesBefore(_ other: ScheduledWork) -> Bool {
        if due != other.due { return due < other.due }
        if (kind == .edge) != (other.kind == .edge) { return kind == .edge }
        return number < other.number
    }
}

/// Pending work, ordered by due time and then by insertion: a binary heap in which each item stores its index, so that
/// removal needs no search.
struct WorkQueue {
    private var heap: [ScheduledWork] = []
    private var lastNumber = 0

    var count: Int { heap.count }
    var first: ScheduledWork? { heap.first }

    /// All items, in no particular order.
    var all: [ScheduledWork] { heap }

    mutating func insert(_ work: ScheduledWork, due: Duration) {
        lastNumber += 1
        work.number = lastNumber
        work.due = due
        work.index = heap.count
        heap.append(work)
        moveUp(from: heap.count - 1)
    }

    mutating func remove(_ work: ScheduledWork) {
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
