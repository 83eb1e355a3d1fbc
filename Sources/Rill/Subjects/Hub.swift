/// What stands behind every subject: one sequence of events, passed to whoever is subscribed.
///
/// Events, subscriptions and departures are messages to one drain loop, so that everyone sees the same order, nobody is
/// called under a lock, and the list of subscribers and the buffer need none.
@usableFromInline
final class Hub<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`: touched by who delivers
    @usableFromInline
    enum Message: Sendable {
        case event(Event<Element>)
        case join(Subscriber<Element>)
        case leave(Subscriber<Element>)
    }

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let capacity: Int
    private let replaysAfterEnd: Bool

    /// Where the subject was made.
    private let site: Site

    /// The scope that an error comes from; nil if it is sent to the subject.
    private let source: Scope?

    // Touched only by the thread whose turn it is.
    /// Held by hand, so that passing an event on counts no references; nil where someone has left.
    @usableFromInline @exclusivity(unchecked) var subscribers: ContiguousArray<Unmanaged<Subscriber<Element>>?> = []
    @usableFromInline @exclusivity(unchecked) var buffer: ContiguousArray<Element> = []
    @usableFromInline @exclusivity(unchecked) var end: Event<Element>?
    @exclusivity(unchecked) private var gone = 0

    /// - Parameters:
    ///   - capacity: How many of the latest values a late subscriber gets.
    ///   - buffer: What counts as sent already.
    ///   - replaysAfterEnd: Whether one who comes after the end gets the values before it.
    ///   - source: The scope that an error comes from; nil if it is sent by hand.
    ///   - site: Where the subject was made.
    @usableFromInline
    init(
        capacity: Int = 0, buffer: ContiguousArray<Element> = [], replaysAfterEnd: Bool = true,
        source: Scope? = nil, at site: Site
    ) {
        self.capacity = capacity
        self.source = source
        self.site = site
        self.replaysAfterEnd = replaysAfterEnd
        self.buffer = buffer
    }

    deinit {
        for subscriber in subscribers { subscriber?.release() }
    }

    @inlinable
    var hops: Bool { false }

    /// Sends an event to all who are subscribed.
    @inlinable
    func send(_ event: Event<Element>) {
        if turn.tryBegin() {
            broadcast(event)
            if !turn.tryEnd() { drain() }
        } else {
            enqueue(.event(event))
        }
    }

    @usableFromInline
    func add(_ observer: Observer<Element>) {
        let subscriber = Subscriber(observer)
        send(.join(subscriber))
        // Weak on both sides: a hub that nobody can send to any more lets its subscribers go.
        observer.scope.onStop { [weak self, weak subscriber] in
            if let self, let subscriber { send(.leave(subscriber)) }
        }
    }

    @inlinable
    func deliver(_ message: Message) {
        switch message {
        case .event(let event): broadcast(event)
        case .join(let subscriber): join(subscriber)
        case .leave(let subscriber): leave(subscriber)
        }
    }

    @inlinable
    func broadcast(_ event: Event<Element>) {
        guard end == nil else { return }
        if case .next(let element) = event {
            if capacity > 0 { remember(element) }
            // The list does not change while it is walked: joining and leaving wait their turn.
            for subscriber in subscribers {
                subscriber?._withUnsafeGuaranteedRef { $0.take(event) }
            }
        } else {
            finish(event)
        }
    }

    @usableFromInline
    func remember(_ element: Element) {
        // Trimmed at twice the capacity, so that the cost of an element does not depend on it.
        if buffer.count - capacity >= capacity { buffer.removeFirst(buffer.count - capacity + 1) }
        buffer.append(element)
    }

    @usableFromInline
    func finish(_ event: Event<Element>) {
        end = event
        if !replaysAfterEnd { buffer = [] }
        let last = subscribers
        subscribers = []
        for subscriber in last {
            if let subscriber { pass(event, to: subscriber.takeRetainedValue()) }
        }
    }

    private func pass(_ end: Event<Element>, to subscriber: Subscriber<Element>) {
        if case .error = end { subscriber.observer.scope.note(site, from: source) }
        subscriber.take(end)
    }

    @usableFromInline
    func join(_ subscriber: Subscriber<Element>) {
        if end == nil || replaysAfterEnd {
            for element in buffer.suffix(capacity) { subscriber.take(.next(element)) }
        }
        if let end {
            pass(end, to: subscriber)
        } else if !subscriber.observer.scope.isStopped {
            subscriber.place = subscribers.count
            subscribers.append(.passRetained(subscriber))
        }
    }

    /// Lets a subscriber go at once, and its place in the list when half of the places are empty.
    @usableFromInline
    func leave(_ subscriber: Subscriber<Element>) {
        guard let place = subscriber.place, place < subscribers.count, let held = subscribers[place] else { return }
        subscriber.place = nil
        subscribers[place] = nil
        held.release()
        gone += 1
        guard gone * 2 >= subscribers.count else { return }
        gone = 0
        subscribers.removeAll { $0 == nil }
        for (place, subscriber) in subscribers.enumerated() {
            subscriber?._withUnsafeGuaranteedRef { $0.place = place }
        }
    }
}

/// One who is subscribed to a subject.
@usableFromInline
final class Subscriber<Element: Sendable>: @unchecked Sendable {  // `place` is guarded by the hub's `turn`
    @usableFromInline let observer: Observer<Element>

    /// Where it stands in the hub's list; nil before it has joined and after it has left.
    var place: Int?

    @inlinable
    init(_ observer: Observer<Element>) {
        self.observer = observer
    }

    @inlinable
    func take(_ event: Event<Element>) {
        if !observer.scope.isStopped { observer.send(event) }
    }
}
