internal import RillHTTP

/// The active slices of a trace, its tracks, and the text of the events that have not yet been written.
///
/// Slices on the same track are nested or follow each other. Times that several threads read concurrently are adjusted
/// to ensure this.
struct TraceTimeline {
    /// The number of a subscription, an exchange, or an attempt of an exchange.
    struct Key: Hashable, Comparable {
        let id: UInt64

        /// The number of the attempt, or zero for a subscription or an exchange.
        var attempt = 0

        static func < (left: Key, right: Key) -> Bool { (left.id, left.attempt) < (right.id, right.attempt) }
    }

    final class Slice {
        let name: String
        let category: StaticString
        let track: Int
        let start: Duration

        /// The slice on the same track that contains this one.
        let parent: Key?

        /// The active slice on the same track that this one contains.
        var child: Key?

        /// The start or the end of the last slice that this one contains.
        var last: Duration

        /// The end of an outer slice that has already ended.
        var limit: Duration?

        /// The number of events that have been written or are reserved for the final values of the counters.
        var eventCount = 0

        /// The number of recorded work items that the subscription has passed to schedulers.
        var hopCount = 0
        var omittedCount = 0
        var elementCount = 0

        /// The names of the counters that are not zero.
        var counters: [Int: String] = [:]

        init(_ name: String, _ category: StaticString, track: Int, start: Duration, parent: Key?) {
            self.name = name
            self.category = category
            self.track = track
            self.start = start
            self.parent = parent
            last = start
        }
    }

    /// The events that have not been written to the file.
    var text: TraceText

    /// The maximum number of active slices, scheduled work items, and schedulers, each.
    private let capacity: Int

    /// The maximum number of events, and of scheduled work items, per subscription.
    let eventLimit: Int

    private(set) var slices: [Key: Slice] = [:]
    var hops: [UInt64: Hop] = [:]
    var lanes: [String: [Lane]] = [:]
    private var lastTrack = 0
    var lastArrow = 0
    private var omitted = 0

    init(_ text: TraceText, eventLimit: Int, capacity: Int) {
        self.text = text
        self.eventLimit = eventLimit
        self.capacity = capacity
    }

    /// Changes the timeline at a time, and returns the number of bytes that have not been written.
    mutating func apply(_ change: (inout TraceTimeline, _ time: Duration) -> Void, at time: Duration) -> Int {
        change(&self, time)
        return text.bytes.count
    }

    // MARK: Slices

    /// Starts a slice on the track of an outer slice, or on a new track if there is none or it is in use.
    mutating func begin(_ key: Key, in outer: Key? = nil, _ name: String, _ category: StaticString, at time: Duration) {
        guard hasRoom(slices.count) else { return }
        let name = name.limited
        if let outer, let parent = slices[outer], parent.child == nil, parent.limit == nil {
            parent.child = key
            // The inner slice is written first, so if both began at the same time, viewers would nest the outer slice
            // in it.
            parent.last = max(time, parent.last, parent.start + .nanoseconds(1))
            slices[key] = Slice(name, category, track: parent.track, start: parent.last, parent: outer)
        } else if let track = newTrack(name) {
            slices[key] = Slice(name, category, track: track, start: time, parent: nil)
        }
    }

    /// Ends a slice.
    ///
    /// - Parameters:
    ///   - key: The key of the slice.
    ///   - time: The current time.
    ///   - arguments: The arguments.
    ///   - parts: The consecutive parts of the slice, which are drawn inside it.
    mutating func end(
        _ key: Key, at time: Duration, _ arguments: TraceText.Arguments,
        parts: [(name: String, duration: Duration?)] = []
    ) {
        guard let slice = slices.removeValue(forKey: key) else { return }
        // If the slice began at the same time as an outer slice, its limit can be before its start.
        let end = max(slice.start, min(max(time, slice.last), slice.limit ?? .max))
        if let outer = slice.parent, let parent = slices[outer] {
            parent.child = nil
            parent.last = end
        }
        var inner = slice.child
        while let key = inner, let child = slices[key] {
            child.limit = min(child.limit ?? .max, end)
            inner = child.child
        }
        var arguments = [("id", .number(Int(key.id)))] + arguments
        if slice.elementCount > 0 { arguments.append(("elements", .number(slice.elementCount))) }
        if slice.omittedCount > 0 { arguments.append(("omittedEvents", .number(slice.omittedCount))) }
        text.add(
            .slice, slice.name, slice.category, track: slice.track, at: slice.start, duration: end - slice.start,
            arguments)
        var start = slice.start
        for case (let name, let length?) in parts {
            let duration = min(length.rounded, end - start)
            text.add(.slice, name, "phase", track: slice.track, at: start, duration: duration)
            start += duration
        }
        for (id, name) in slice.counters.sorted(by: { $0.key < $1.key }) {
            text.add(.counter, name, "buffer", track: slice.track, at: end, id: id, [("events", .number(0))])
        }
    }

    /// Ends all slices at the end of the recording, and writes the events in blocks.
    ///
    /// - Parameters:
    ///   - time: The current time.
    ///   - blockSize: The number of bytes at which a block is written.
    ///   - write: A closure that writes a block.
    /// - Throws: The error that `write` throws.
    mutating func endAll(
        at time: Duration, blockSize: Int, write: ([UInt8]) throws(FileWritingError) -> Void
    ) throws(FileWritingError) {
        // The buffer may be full.
        try write(text.take())
        text.bufferLimit = .max
        for id in hops.keys.sorted() {
            endHop(id, at: time)
            if text.bytes.count >= blockSize { try write(text.take()) }
        }
        for key in slices.keys.sorted(by: >) {
            end(key, at: time, [("outcome", .text("active"))])
            if text.bytes.count >= blockSize { try write(text.take()) }
        }
        addOmittedCount(at: time)
        try write(text.take())
    }

    /// Adds the number of omitted items on a separate track.
    private mutating func addOmittedCount(at time: Duration) {
        let count = omitted + text.omittedCount
        guard count > 0 else { return }
        lastTrack += 1
        let track = lastTrack
        text.addLast(room: TraceFile.endSize / 2) { text in
            text.add(.trackName, "thread_name", "track", track: track, at: .zero, [("name", .text("omitted"))])
            text.add(.instant, "omitted", "omitted", track: track, at: time, [("count", .number(count))])
        }
    }

    /// Returns whether another item can be recorded, and counts the item as omitted if not.
    mutating func hasRoom(_ count: Int) -> Bool {
        let hasRoom = count < capacity && !text.isFull
        if !hasRoom { omitted += 1 }
        return hasRoom
    }

    /// Adds a track, or returns `nil` if there is no room for its name.
    mutating func newTrack(_ name: String) -> Int? {
        let track = lastTrack + 1
        text.addTogether { text in
            text.add(.trackName, "thread_name", "track", track: track, at: .zero, [("name", .text(name))])
            text.add(
                .trackName, "thread_sort_index", "track", track: track, at: .zero, [("sort_index", .number(track))])
        }
        guard !text.isFull else { return nil }
        lastTrack = track
        return track
    }

    // MARK: Events

    /// Adds an instant to the track of a subscription, up to the maximum number of events.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - category: The category.
    ///   - key: The key of the subscription.
    ///   - time: The current time.
    ///   - arguments: The arguments. Defaults to none.
    ///   - isElement: Whether the event is an element that the subscription emits. Elements are counted even above the
    ///     limit. Defaults to `false`.
    mutating func add(
        _ name: String, _ category: StaticString, to key: Key, at time: Duration,
        _ arguments: TraceText.Arguments = [], isElement: Bool = false
    ) {
        guard let slice = slices[key] else { return }
        if isElement { slice.elementCount += 1 }
        guard countEvent(of: slice) else { return }
        text.add(.instant, name, category, track: slice.track, at: time, arguments)
    }

    /// Adds the value of a counter, up to the maximum number of events, which include the final zero.
    mutating func count(_ name: String, id: Int, _ value: Int, of key: Key, at time: Duration) {
        guard let slice = slices[key], countEvent(of: slice, final: slice.counters[id] == nil ? 1 : 0) else { return }
        let name = name.limited
        slice.counters[id] = name
        text.add(.counter, name, "buffer", track: slice.track, at: time, id: id, [("events", .number(value))])
    }

    /// Counts an event and returns whether it is within the limit.
    ///
    /// - Parameter final: The number of events that must later follow because of this event.
    private func countEvent(of slice: Slice, final: Int = 0) -> Bool {
        guard slice.eventCount + final < eventLimit else {
            slice.omittedCount += 1
            return false
        }
        slice.eventCount += 1 + final
        return true
    }
}

extension Duration {
    /// A time that is later than all times of a trace.
    fileprivate static let max = Duration.seconds(Int64.max / 2)
}
