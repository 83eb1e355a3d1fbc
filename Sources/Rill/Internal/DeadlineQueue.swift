/// A piece of work that waits for its time.
final class DeadlineWork: @unchecked Sendable {  // guarded by the lock of its scheduler, but for `scope`
    var due: Duration = .zero
    var number = 0
    var body: (@Sendable () -> Void)?

    /// Where it stands in the queue; nil when it is not there.
    var place: Int?

    /// Stopped when the work begins or is taken back; set before anyone else sees this object.
    var scope = Scope()

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    func comesBefore(_ other: DeadlineWork) -> Bool {
        due != other.due ? due < other.due : number < other.number
    }
}

/// What waits, ordered by time, and at equal times by the order in which it came: a binary heap that knows where each
/// piece of work stands, so that taking one back does not search.
struct DeadlineQueue {
    private var heap: [DeadlineWork] = []
    private var lastNumber = 0

    var isEmpty: Bool { heap.isEmpty }
    var first: DeadlineWork? { heap.first }

    mutating func insert(_ work: DeadlineWork, due: Duration) {
        lastNumber += 1
        work.number = lastNumber
        work.due = due
        work.place = heap.count
        heap.append(work)
        moveUp(from: heap.count - 1)
    }

    /// Takes work out, if it is there.
    mutating func remove(_ work: DeadlineWork) {
        guard let place = work.place else { return }
        work.place = nil
        let last = heap.removeLast()
        guard last !== work else { return }
        heap[place] = last
        last.place = place
        moveUp(from: place)
        moveDown(from: place)
    }

    private mutating func moveUp(from start: Int) {
        var place = start
        while place > 0, case let parent = (place - 1) / 2, heap[place].comesBefore(heap[parent]) {
            swap(place, parent)
            place = parent
        }
    }

    private mutating func moveDown(from start: Int) {
        var place = start
        while true {
            var earliest = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && heap[child].comesBefore(heap[earliest]) {
                earliest = child
            }
            if earliest == place { return }
            swap(place, earliest)
            place = earliest
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        heap.swapAt(one, other)
        heap[one].place = one
        heap[other].place = other
    }
}
