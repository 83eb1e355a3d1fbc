internal import Rill

/// The events of an exchange, kept for readers that are at different places in it.
struct SharedEventLog {
    /// Where a reader is.
    struct Place {
        /// How many events it has had.
        fileprivate(set) var index = 0

        /// How much they weigh together.
        fileprivate var size = 0
    }

    /// What is kept; nil where everyone has had it.
    private var events: [Event<TransportEvent>?] = []

    /// How many events were before the first in the array.
    private var base = 0

    /// How many of all events were dropped.
    private var dropped = 0

    /// How much all events so far weigh together, those included that were dropped.
    private(set) var size = 0

    /// How many events are kept.
    var keptCount: Int { base + events.count - dropped }

    mutating func append(_ event: Event<TransportEvent>) {
        events.append(event)
        size += Self.weight(of: event)
    }

    /// The next event for a reader; nil if there is none yet.
    func next(for place: inout Place) -> Event<TransportEvent>? {
        // What a reader that has left had not had yet may be gone.
        guard place.index >= base, place.index - base < events.count, let event = events[place.index - base] else {
            return nil
        }
        place.index += 1
        place.size += Self.weight(of: event)
        return event
    }

    /// How much a reader has not had yet.
    func size(behind place: Place) -> Int { size - place.size }

    /// Forgets the events before an index; on average, that costs the same whatever is kept.
    mutating func drop(upTo index: Int) {
        while dropped < index {
            events[dropped - base] = nil
            dropped += 1
        }
        guard (dropped - base) * 2 >= events.count else { return }
        events.removeFirst(dropped - base)
        base = dropped
    }

    /// Chunks weigh their bytes, and a little more, so that many small ones do not count for nothing.
    private static func weight(of event: Event<TransportEvent>) -> Int {
        guard case .next(.chunk(let bytes)) = event else { return 0 }
        return bytes.count + 64
    }
}
