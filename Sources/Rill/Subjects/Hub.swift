/// The implementation shared by all subjects, which multicasts one sequence of events to the current subscribers.
///
/// Events, joins, and departures are messages to one drain loop. All subscribers therefore see events in the same
/// order, no subscriber is called with a lock held, and the subscriber list and the buffer need no lock.
@usableFromInline
final class Hub<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    @usableFromInline
    enum Message: Sendable {
        case event(Event<Element>)
        case join(Subscriber<Element>)
        case leave(Membership<Element>)
    }

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let capacity: Int
    @usableFromInline let replaysAfterEnd: Bool

    /// The call site of the subject.
    private let site: OperatorCallSite

    /// The scope in which an error originates, or `nil` if the error is sent to the subject directly.
    private let source: Scope?

    // Accessed only while delivering a message.
    /// Subscribers are retained manually, so that broadcasting requires no reference counting.
    ///
    /// Entries of departed subscribers are `nil`.
    @usableFromInline @exclusivity(unchecked) var subscribers: ContiguousArray<Unmanaged<Subscriber<Element>>?> = []
    @usableFromInline @exclusivity(unchecked) var buffer: ContiguousArray<Element> = []
    @usableFromInline @exclusivity(unchecked) var end: Event<Element>?
    @usableFromInline @exclusivity(unchecked) var departedCount = 0

    /// - Parameters:
    ///   - capacity: The number of recent elements replayed to late subscribers.
    ///   - buffer: The initial contents of the replay buffer.
    ///   - replaysAfterEnd: Whether subscribers that join after the terminal event receive the buffered elements.
    ///   - source: The scope in which an error originates, or `nil` if the error is sent to the subject directly.
    ///   - site: The call site of the subject.
    @usableFromInline
    init(
        capacity: Int = 0, buffer: ContiguousArray<Element> = [], replaysAfterEnd: Bool = true,
        source: Scope? = nil, at site: OperatorCallSite
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
    var usesTrampoline: Bool { false }

    /// Sends an event to all current subscribers.
    @inlinable
    func send(_ event: Event<Element>) {
        if turn.tryBegin() {
            broadcast(event)
            if !turn.tryEnd() { drain() }
        } else {
            enqueue(.event(event))
        }
    }

    @inlinable
    func add(_ observer: Observer<Element>) {
        let membership = Membership(in: self)
        send(.join(Subscriber(observer.bindingContext, membership)))
        observer.scope.onStop { membership.end() }
    }

    @inlinable
    func deliver(_ message: Message) {
        switch message {
        case .event(let event): broadcast(event)
        case .join(let subscriber): join(subscriber)
        case .leave(let membership): leave(membership)
        }
    }

    @inlinable
    func broadcast(_ event: Event<Element>) {
        guard end == nil else { return }
        if case .next(let element) = event {
            if capacity > 0 { remember(element) }
            // The list does not change during iteration, because joins and departures are queued. Iterating over indices
            // does not retain the list.
            for index in 0..<subscribers.count {
                subscribers[index]?._withUnsafeGuaranteedRef { $0.receive(event) }
            }
        } else {
            finish(event)
        }
    }

    @inlinable
    func remember(_ element: Element) {
        // The buffer is trimmed only when it reaches twice the capacity, so that the amortized cost does not depend on
        // the capacity.
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

    @usableFromInline
    func pass(_ end: Event<Element>, to subscriber: Subscriber<Element>) {
        if case .error = end { subscriber.observer.scope.note(site, from: source) }
        subscriber.receive(end)
    }

    @inlinable
    func join(_ subscriber: Subscriber<Element>) {
        if end == nil || replaysAfterEnd {
            for element in buffer.suffix(capacity) { subscriber.receive(.next(element)) }
        }
        if let end {
            pass(end, to: subscriber)
        } else if !subscriber.observer.scope.isStopped {
            subscriber.membership.index = subscribers.count
            subscribers.append(.passRetained(subscriber))
        }
    }

    /// Releases a departed subscriber immediately.
    ///
    /// Compacts the list when half of its entries are empty.
    @inlinable
    func leave(_ membership: Membership<Element>) {
        guard let index = membership.index, index < subscribers.count, let held = subscribers[index] else { return }
        membership.index = nil
        subscribers[index] = nil
        held.release()
        departedCount += 1
        guard departedCount * 2 >= subscribers.count else { return }
        departedCount = 0
        subscribers.removeAll { $0 == nil }
        for (index, subscriber) in subscribers.enumerated() {
            subscriber?._withUnsafeGuaranteedRef { $0.membership.index = index }
        }
    }
}

/// A subscriber of a subject.
@usableFromInline
final class Subscriber<Element: Sendable>: Sendable {
    @usableFromInline let observer: Observer<Element>
    @usableFromInline let membership: Membership<Element>

    @inlinable
    init(_ observer: Observer<Element>, _ membership: Membership<Element>) {
        self.observer = observer
        self.membership = membership
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        if !observer.scope.isStopped { observer.send(event) }
    }
}

/// The link from a subscriber's scope to the hub.
///
/// It does not reference the subscriber and references the hub weakly, so that a hub without senders is deallocated and
/// releases its subscribers.
@usableFromInline
final class Membership<Element: Sendable>: @unchecked Sendable {  // `index` is guarded by the hub's `turn`
    @usableFromInline weak var hub: Hub<Element>?

    /// The index in the hub's list, or `nil` before joining and after leaving.
    @usableFromInline var index: Int?

    @inlinable
    init(in hub: Hub<Element>) {
        self.hub = hub
    }

    @inlinable
    func end() {
        hub?.send(.leave(self))
    }
}
