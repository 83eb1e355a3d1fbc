/// The most recent elements of a subject, which new subscribers receive first.
///
/// It has a lock of its own, so that a thread can subscribe while another one delivers an event.
@usableFromInline
final class ReplayBuffer<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    @usableFromInline let lock = Lock()
    @usableFromInline let capacity: Int
    @usableFromInline let replaysAfterEnd: Bool

    /// The elements, as a ring that starts at `oldest`.
    @usableFromInline @exclusivity(unchecked) var elements: ContiguousArray<Element>
    @usableFromInline @exclusivity(unchecked) var oldest = 0
    @usableFromInline @exclusivity(unchecked) var end: Event<Element>?

    /// The subscribers that have joined since the hub last added subscribers to its list.
    @usableFromInline @exclusivity(unchecked) var joined: [Subscriber<Element>] = []

    /// - Parameters:
    ///   - capacity: The maximum number of elements. Must be at least 1.
    ///   - elements: The initial elements. Defaults to none.
    ///   - replaysAfterEnd: Whether subscribers that join after the terminal event receive the elements. Defaults to
    ///     `true`.
    @usableFromInline
    init(capacity: Int, _ elements: ContiguousArray<Element> = [], replaysAfterEnd: Bool = true) {
        self.capacity = capacity
        self.elements = elements
        self.replaysAfterEnd = replaysAfterEnd
    }

    /// Appends an element.
    ///
    /// - Parameter old: Set to the element that is removed, which the caller releases.
    /// - Returns: The subscribers that have joined and do not receive the new element from the buffer. The caller must add
    ///   them to its list before it sends the element.
    @inlinable
    func append(_ element: Element, removing old: inout Element?) -> [Subscriber<Element>] {
        lock.lock()
        defer { lock.unlock() }
        if elements.count < capacity {
            elements.append(element)
        } else {
            old = elements[oldest]
            elements[oldest] = element
            oldest = oldest + 1 == capacity ? 0 : oldest + 1
        }
        var newcomers: [Subscriber<Element>] = []
        swap(&joined, &newcomers)
        return newcomers
    }

    /// Stores the terminal event.
    ///
    /// - Returns: The subscribers that do not receive the event when they join.
    func finish(with event: Event<Element>) -> [Subscriber<Element>] {
        lock.withLock {
            end = event
            defer { joined = [] }
            return joined
        }
    }

    @inlinable
    func takeJoined() -> [Subscriber<Element>] {
        lock.withLock {
            defer { joined = [] }
            return joined
        }
    }

    /// Adds a subscriber for the events that follow the returned ones.
    ///
    /// - Returns: The elements to send to the subscriber, and the terminal event if the hub has terminated. If there are
    ///   elements and further events can follow, also returns the queue of these events, which the caller must end.
    @inlinable
    func join(
        _ subscriber: Subscriber<Element>
    ) -> (elements: ContiguousArray<Element>, end: Event<Element>?, queue: ReplayQueue<Element>?) {
        lock.withLock {
            if let end { return (replaysAfterEnd ? copy() : [], end, nil) }
            let queue = elements.isEmpty ? nil : ReplayQueue(subscriber)
            joined.append(queue?.entry ?? subscriber)
            return (copy(), nil, queue)
        }
    }

    /// The last element.
    ///
    /// There must be one.
    var last: Element {
        lock.withLock { elements[oldest == 0 ? elements.count - 1 : oldest - 1] }
    }

    /// Returns the elements in order, in an array that does not share its storage with the ring.
    ///
    /// - Complexity: O(*n*). In `join`, the thread that sends events waits for the copy.
    @inlinable
    func copy() -> ContiguousArray<Element> {
        var copy = ContiguousArray<Element>()
        copy.reserveCapacity(elements.count)
        copy.append(contentsOf: elements[oldest...])
        copy.append(contentsOf: elements[..<oldest])
        return copy
    }
}

/// Holds the events for a subscriber while it receives its replay.
///
/// The thread that subscribes delivers the replay, and begins its turn before another thread can send an event.
/// Afterward, it offers the turn, so that a thread that keeps sending delivers its own events.
@usableFromInline
final class ReplayQueue<Element: Sendable>: DrainLoop {
    @usableFromInline let turn = Turn<Event<Element>>()
    @usableFromInline let subscriber: Subscriber<Element>

    @inlinable
    init(_ subscriber: Subscriber<Element>) {
        self.subscriber = subscriber
        _ = turn.tryBegin()
    }

    /// The subscriber to which the hub sends events, which pass through this queue.
    @inlinable
    var entry: Subscriber<Element> {
        Subscriber(Observer(subscriber.observer.scope) { self.send($0) }, subscriber.membership)
    }

    @inlinable
    func deliver(_ event: Event<Element>) {
        subscriber.receive(event)
    }

    /// Ends the turn of the thread that has delivered the replay.
    @inlinable
    func end() {
        if !turn.tryEnd() { drain(share: 0) }
    }
}
