/// The implementation shared by all subjects, which multicasts one sequence of events to the current subscribers.
///
/// Events are messages to a drain loop. All subscribers therefore see events in the same order, and no subscriber is
/// called with a lock held. Joins and departures change the list of subscribers directly if no event is being
/// delivered; otherwise, they are enqueued for the delivering thread. A thread that subscribes or disposes therefore
/// never delivers events of the subject.
@usableFromInline
final class Hub<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    @usableFromInline
    enum Message: Sendable {
        case event(Event<Element>)
        case join(Subscriber<Element>)
        /// Subscribers have joined through the replay buffer.
        case joined
        /// A subscriber has received its replay.
        case replace(Subscriber<Element>)
        case leave(Membership<Element>)
    }

    @usableFromInline let turn = Turn<Message>()

    /// The recent elements, or `nil` if late subscribers receive none.
    @usableFromInline let replay: ReplayBuffer<Element>?

    /// The same buffer, to which broadcasting requires no reference counting.
    @usableFromInline let buffer: Unmanaged<ReplayBuffer<Element>>?

    /// The call site of the subject.
    @usableFromInline let site: OperatorCallSite

    /// The scope in which an error originates, or `nil` if the error is sent to the subject directly.
    @usableFromInline let source: Scope?

    // Accessed only by the delivering thread, or by a change of the list while no thread is delivering.
    /// Subscribers are retained manually, so that broadcasting requires no reference counting.
    ///
    /// Entries of departed subscribers are `nil`.
    @usableFromInline @exclusivity(unchecked) var subscribers: ContiguousArray<Unmanaged<Subscriber<Element>>?> = []
    @usableFromInline @exclusivity(unchecked) var end: Event<Element>?
    @usableFromInline @exclusivity(unchecked) var departedCount = 0

    /// - Parameters:
    ///   - replay: The recent elements, or `nil` if late subscribers receive none. Defaults to `nil`.
    ///   - source: The scope in which an error originates, or `nil` if the error is sent to the subject directly.
    ///   - site: The call site of the subject.
    @inlinable
    init(replay: ReplayBuffer<Element>? = nil, source: Scope? = nil, at site: OperatorCallSite) {
        self.replay = replay
        buffer = replay.map { .passUnretained($0) }
        self.source = source
        self.site = site
    }

    deinit {
        for subscriber in subscribers { subscriber?.release() }
    }

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

    /// Adds a subscriber, which receives the recent elements before this method returns.
    ///
    /// The events that other threads send during the replay wait in a queue, which is removed after the replay.
    ///
    /// - Parameters:
    ///   - observer: The observer of the subscriber.
    ///   - scope: The scope whose end removes the subscriber. Defaults to the scope of the observer.
    ///   - onLeave: A closure that is called after the subscriber has been removed. Defaults to `nil`.
    @inlinable
    func add(_ observer: Observer<Element>, until scope: Scope? = nil, onLeave: (@Sendable () -> Void)? = nil) {
        let membership = Membership(in: self)
        let subscriber = Subscriber(observer.bindingContext, membership)
        let (elements, end, queue) =
            replay?.join(subscriber) ?? ([], turn.enqueue(.join(subscriber)) { admit(subscriber) } ?? nil, nil)
        if let replay, end == nil {
            // If an event is being delivered, the subscriber is added after it, even if other events are pending.
            turn.enqueue(.joined) { admit(replay.takeJoined()) }
        }
        let scope = scope ?? observer.scope
        if let onLeave {
            scope.onStop {
                membership.end()
                onLeave()
            }
        } else {
            // A subscriber of a subject needs less memory if this closure captures nothing else.
            scope.onStop { membership.end() }
        }
        for element in elements { subscriber.receive(.next(element)) }
        if let end { pass(end, to: subscriber) }
        if let queue {
            queue.end()
            _ = turn.enqueue(.replace(subscriber)) { replace(subscriber) }
        }
    }

    @inlinable
    func deliver(_ message: Message) {
        switch message {
        case .event(let event): broadcast(event)
        case .join(let subscriber): if let end = admit(subscriber) { pass(end, to: subscriber) }
        case .joined: if let replay { admit(replay.takeJoined()) }
        case .replace(let subscriber): _ = replace(subscriber)
        case .leave(let membership): _ = remove(membership)
        }
    }

    @inlinable
    func broadcast(_ event: Event<Element>) {
        guard end == nil else { return }
        if case .next(let element) = event {
            buffer?._withUnsafeGuaranteedRef { remember(element, in: $0) }
            // The list does not change during iteration, because joins and departures are queued. Iterating over indices
            // does not retain the list.
            for index in 0..<subscribers.count {
                subscribers[index]?._withUnsafeGuaranteedRef { $0.receive(event) }
            }
        } else {
            finish(event)
        }
    }

    @usableFromInline
    func finish(_ event: Event<Element>) {
        if let replay { admit(replay.finish(with: event)) }
        end = event
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
}

// MARK: The list of subscribers

// These methods call no external code. The objects that they release are returned to the caller, which releases them
// without holding the lock of the mailbox.
extension Hub {
    /// Adds a subscriber, unless the hub has terminated.
    ///
    /// - Returns: The terminal event if the hub has terminated; otherwise, `nil`.
    @inlinable
    func admit(_ subscriber: Subscriber<Element>) -> Event<Element>? {
        if end == nil, !subscriber.observer.scope.isStopped {
            subscriber.membership.index = subscribers.count
            subscribers.append(.passRetained(subscriber))
        }
        return end
    }

    @inlinable
    func admit(_ joined: [Subscriber<Element>]) {
        for subscriber in joined { _ = admit(subscriber) }
    }

    /// Replaces the entry of a subscriber that has received its replay.
    ///
    /// - Returns: The previous entry.
    @inlinable
    func replace(_ subscriber: Subscriber<Element>) -> Subscriber<Element>? {
        guard let index = subscriber.membership.index, index < subscribers.count, let old = subscribers[index] else {
            return nil
        }
        subscribers[index] = .passRetained(subscriber)
        return old.takeRetainedValue()
    }

    /// Removes a departed subscriber.
    ///
    /// Compacts the list when half of its entries are empty.
    ///
    /// - Returns: The subscriber.
    @inlinable
    func remove(_ membership: Membership<Element>) -> Subscriber<Element>? {
        guard let index = membership.index, index < subscribers.count, let held = subscribers[index] else { return nil }
        membership.index = nil
        subscribers[index] = nil
        departedCount += 1
        if departedCount * 2 >= subscribers.count { compact() }
        return held.takeRetainedValue()
    }

    @inlinable
    func compact() {
        departedCount = 0
        subscribers.removeAll { $0 == nil }
        for (index, subscriber) in subscribers.enumerated() {
            subscriber?._withUnsafeGuaranteedRef { $0.membership.index = index }
        }
    }
}

// MARK: Replay

extension Hub {
    /// Stores an element, and adds the subscribers that have joined since the previous one.
    ///
    /// Not inlined, because the loop over the subscribers of other subjects would need more registers than available.
    @inlinable
    @inline(never)
    func remember(_ element: Element, in replay: ReplayBuffer<Element>) {
        // The oldest element is released outside the lock, because deinitializers may run user code.
        var old: Element?
        admit(replay.append(element, removing: &old))
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
        guard let hub else { return }
        _ = hub.turn.enqueue(.leave(self)) { hub.remove(self) }
    }
}
