internal import RillHTTP

/// A buffer of the events of an exchange, for readers at different positions.
///
/// Each event counts the readers that receive it next, so that the slowest one is known without a search.
struct SharedEventLog {
    /// The position of a reader.
    struct Position {
        /// The number of events that the reader has received, or `nil` after the reader has been removed.
        fileprivate(set) var index: Int?
    }

    private struct Entry {
        /// The event, or `nil` after it was dropped.
        var event: Event<TransportEvent>?

        /// The total weight of the events before this one.
        let offset: Int

        /// The number of readers that receive the event next.
        var readers: Int
    }

    private var entries: [Entry] = []

    /// The index of the first entry.
    private var base = 0

    /// The number of events that were dropped.
    private var dropped = 0

    /// The index of the next event of the slowest reader.
    private var slowest = 0

    /// The number of readers that have received all events.
    private var waiting = 0

    /// The number of readers.
    private(set) var readerCount = 0

    /// The total weight of all events so far, including dropped ones.
    private(set) var size = 0

    /// The number of buffered events.
    var keptCount: Int { end - dropped }

    /// The total weight of the events that the slowest reader has not received.
    var lag: Int { slowest < end ? size - entries[slowest - base].offset : 0 }

    private var end: Int { base + entries.count }

    mutating func append(_ event: Event<TransportEvent>) {
        entries.append(Entry(event: event, offset: size, readers: waiting))
        waiting = 0
        size += Self.weight(of: event)
        findSlowest()
    }

    /// Adds a reader at the beginning.
    ///
    /// No event may have been dropped.
    mutating func addReader() -> Position {
        readerCount += 1
        slowest = 0
        count(at: 0, by: 1)
        return Position(index: 0)
    }

    /// Removes a reader, which receives no more events.
    mutating func removeReader(at position: inout Position) {
        guard let index = position.index else { return }
        position.index = nil
        readerCount -= 1
        count(at: index, by: -1)
        findSlowest()
    }

    /// Returns the next event for a reader and advances its position, or returns `nil` if there is none yet.
    mutating func next(for position: inout Position) -> Event<TransportEvent>? {
        guard let index = position.index, index < end, let event = entries[index - base].event else { return nil }
        position.index = index + 1
        count(at: index, by: -1)
        count(at: index + 1, by: 1)
        findSlowest()
        return event
    }

    /// Drops the events that all readers have received.
    ///
    /// Amortized O(1) per event.
    mutating func dropReadEvents() {
        while dropped < slowest {
            entries[dropped - base].event = nil
            dropped += 1
        }
        guard (dropped - base) * 2 >= entries.count else { return }
        entries.removeFirst(dropped - base)
        base = dropped
    }

    private mutating func count(at index: Int, by difference: Int) {
        if index == end { waiting += difference } else { entries[index - base].readers += difference }
    }

    private mutating func findSlowest() {
        while slowest < end, entries[slowest - base].readers == 0 { slowest += 1 }
    }

    /// Returns the weight of an event: the size of a chunk, plus a constant that limits the number of small chunks.
    private static func weight(of event: Event<TransportEvent>) -> Int {
        guard case .next(.chunk(let bytes)) = event else { return 0 }
        return bytes.count + 64
    }
}
