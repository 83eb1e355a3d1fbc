internal import Rill

/// A piece of work that waits for its time.
final class ScheduledWork: @unchecked Sendable {  // guarded by the lock of its scheduler, but for `handle`
    /// Whose work it is.
    enum Kind {
        /// Where the kit itself subscribes and disposes, before all else that is due at the same time: what starts at a
        /// tick sees that tick, what ends there does not.
        case edge
        /// What a drawn source sends.
        case marble
        /// All else.
        case work
    }

    let kind: Kind
    var due: Duration = .zero
    var number = 0
    var body: (@Sendable () -> Void)?

    /// Where it stands in the queue; nil when it is not there.
    var place: Int?

    /// Takes the work back; kept here, as whoever scheduled it may drop it; set before anyone else sees this object.
    var handle = Disposable.none

    init(_ kind: Kind, _ body: @escaping @Sendable () -> Void) {
        self.kind = kind
        self.body = body
    }

    /// Lets go of the body, for the caller to run or to release when the lock is free.
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

/// What waits, ordered by time, and at equal times by the order in which it came: a binary heap that knows where each
/// piece of work stands, so that taking one back does not search.
struct WorkQueue {
    private var heap: [ScheduledWork] = []
    private var lastNumber = 0

    var count: Int { heap.count }
    var first: ScheduledWork? { heap.first }

    /// In no order.
    var all: [ScheduledWork] { heap }

    mutating func insert(_ work: ScheduledWork, due: Duration) {
        lastNumber += 1
        work.number = lastNumber
        work.due = due
        work.place = heap.count
        heap.append(work)
        moveUp(from: heap.count - 1)
    }

    mutating func remove(_ work: ScheduledWork) {
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
