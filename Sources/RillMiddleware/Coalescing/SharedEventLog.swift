internal import RillHTTP

/// A buffer of the events of an exchange, for readers at different positions.
struct SharedEventLog {
    /// The position of a reader.
    struct Position {
        /// The number of events that the reader has received.
        fileprivate(set) var index = 0

        /// The total weight of the events that the reader has received.
        fileprivate var size = 0
    }

    /// The buffered events.
    ///
    /// Events that every reader has received are replaced by `nil`.
    private var events: [Event<TransportEvent>?] = []

    /// The index of the first event in the array.
    private var base = 0

    /// The number of events that were dropped.
    private var dropped = 0

    /// The total weight of all events so far, including dropped ones.
    private(set) var size = 0

    /// The number of buffered events.
    var keptCount: Int { base + events.count - dropped }

    mutating func append(_ event: Event<TransportEvent>) {
        events.append(event)
        size += Self.weight(of: event)
    }

    /// Returns the next event for a reader and advances its position, or returns `nil` if there is none yet.
    func next(for position: inout Position) -> Event<TransportEvent>? {
        // The log may already have dropped events that a canceled reader has not received.
        guard position.index >= base, position.index - base < events.count, let event = events[position.index - base]
        else {
            return nil
        }
        position.index += 1
        position.size += Self.weight(of: event)
        return event
    }

    /// Returns the total weight of the events that a reader has not received.
    func size(behind position: Position) -> Int { size - position.size }

    /// Drops the events before an index.
    ///
    /// Amortized O(1) per event.
    mutating func drop(upTo index: Int) {
        while dropped < index {
            events[dropped - base] = nil
            dropped += 1
        }
        guard (dropped - base) * 2 >= events.count else { return }
        events.removeFirst(dropped - base)
        base = dropped
    }

    /// Returns the weight of an event: the size of a chunk, plus a constant that limits the number of small chunks.
    private static func weight(of event: Event<TransportEvent>) -> Int {
        guard case .next(.chunk(let bytes)) = event else { return 0 }
        return bytes.count + 64
    }
}
