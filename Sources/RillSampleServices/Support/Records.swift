internal import Rill

/// The records of one kind that a sample server stores.
///
/// `@unchecked Sendable`: `lock` guards all mutable state.
final class Records<Record: Identifiable & Sendable>: @unchecked Sendable {
    private let isNewestFirst: Bool
    private let lock = Lock()
    private var list: [Record]
    private var lastNumber: Int

    /// - Parameters:
    ///   - records: The initial records.
    ///   - isNewestFirst: Whether new records precede the existing ones.
    init(_ records: [Record] = [], isNewestFirst: Bool = false) {
        list = records
        self.isNewestFirst = isNewestFirst
        lastNumber = records.count
    }

    /// All records, in order.
    var all: [Record] { lock.withLock { list } }

    /// The record with an ID.
    subscript(id: Record.ID) -> Record? { lock.withLock { list.first { $0.id == id } } }

    /// Adds the record that a closure creates with a new number, unless a record with the same ID exists.
    @discardableResult
    func add(_ make: (_ number: Int) -> Record) -> Record {
        lock.withLock {
            lastNumber += 1
            let record = make(lastNumber)
            if !list.contains(where: { $0.id == record.id }) {
                list.insert(record, at: isNewestFirst ? 0 : list.count)
            }
            return record
        }
    }

    /// Changes a record, and returns it, or `nil` if it does not exist.
    @discardableResult
    func update(_ id: Record.ID, _ change: (inout Record) -> Void) -> Record? {
        lock.withLock {
            guard let index = list.firstIndex(where: { $0.id == id }) else { return nil }
            change(&list[index])
            return list[index]
        }
    }

    /// Removes and returns the first record that matches a predicate.
    func removeFirst(where isRemoved: (Record) -> Bool) -> Record? {
        lock.withLock { list.firstIndex(where: isRemoved).map { list.remove(at: $0) } }
    }

    /// Removes the records that match a predicate.
    func removeAll(where isRemoved: (Record) -> Bool) { lock.withLock { list.removeAll(where: isRemoved) } }
}
