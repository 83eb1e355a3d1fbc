public import Synchronization

extension ObservableConvertible {
    /// Splits the stream into one stream for each key.
    ///
    ///     source   -1-2-3-4-5-|
    ///     result   -1-2-3-4-5-|      source.groupBy { $0 % 2 }.flatMap { $0 }
    ///
    /// ![A marble diagram of `groupBy`.](groupBy)
    ///
    /// A group is emitted when the first element with its key arrives. It is hot: until its first subscription, its
    /// elements are buffered, and later subscribers receive only the elements that follow. The groups end when the source
    /// ends, or when the result is disposed, on the disposing thread. Groups that are not subscribed to do not delay the
    /// others.
    ///
    /// Flatten the groups without a limit. With `concatMap` or a `maxConcurrent` of `flatMap`, the source is paused while
    /// the limit is reached, so the active groups would never end. To process the elements of each key in order, and those
    /// of a limited number of keys concurrently, use `concatMap(by:maxConcurrent:_:file:line:)`.
    ///
    /// ## Errors
    /// The source's error terminates the result and all groups. An error thrown by `key` also terminates them. Fails
    /// with ``StreamError/Code/bufferOverflow`` if there are more than `maxGroups` keys. With the strategy
    /// ``OverflowStrategy/fail``, only the group whose buffer overflows fails.
    ///
    /// - Parameters:
    ///   - key: A closure that returns the key of an element.
    ///   - maxGroups: The maximum number of groups. Must be at least 1. Defaults to 1,024.
    ///   - bufferSize: The maximum number of elements that a group buffers until it is subscribed to. Must be at least 1.
    ///     Defaults to 1,024.
    ///   - onOverflow: What happens if a buffer is full. Defaults to failing the group.
    /// - Returns: An observable of the groups.
    /// - Complexity: Four atomic operations and a hash per element.
    @inlinable
    public func groupBy<Key: Hashable & Sendable>(
        maxGroups: Int = 1_024, bufferSize: Int = 1_024, onOverflow: OverflowStrategy = .fail,
        _ key: @escaping @Sendable (Element) throws -> Key,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<GroupedObservable<Key, Element>> {
        precondition(maxGroups > 0, "groupBy: maxGroups must be at least 1, got \(maxGroups)")
        precondition(bufferSize > 0, "groupBy: bufferSize must be at least 1, got \(bufferSize)")
        let site = OperatorCallSite("groupBy", file, line)
        return Observable<GroupedObservable<Key, Element>> { observer in
            let groups = Groups(to: observer, at: site, maxGroups: maxGroups, key) {
                Group<Element>(at: site, bufferSize: bufferSize, onOverflow)
            }
            attach(Observer(groups.scope) { groups.receive($0) })
            // Later actions run first: before the source releases its observer, which retains the groups.
            groups.scope.onStop { [weak groups] in groups?.end() }
        }
    }
}

/// The elements with one key.
public struct GroupedObservable<Key: Hashable & Sendable, Element: Sendable>: ObservableConvertible {
    /// The key of the elements.
    public let key: Key

    @usableFromInline let group: Group<Element>

    @inlinable
    init(key: Key, group: Group<Element>) {
        self.key = key
        self.group = group
    }

    /// Returns the observable of the elements.
    ///
    /// - Returns: A hot observable.
    @inlinable
    public func asObservable() -> Observable<Element> {
        Observable { group.add($0) }
    }
}

/// Passes each element to the group of its key.
@usableFromInline
final class Groups<Key: Hashable & Sendable, Element: Sendable>: @unchecked Sendable {
    // `groups` is guarded by rule 1.3: events come one at a time; `all` and `hasEnded` are guarded by `lock`.
    @usableFromInline let scope: Scope
    @usableFromInline let observer: Observer<GroupedObservable<Key, Element>>
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let maxGroups: Int
    @usableFromInline let key: @Sendable (Element) throws -> Key
    @usableFromInline let makeGroup: @Sendable () -> Group<Element>
    @usableFromInline var groups: [Key: Group<Element>] = [:]
    @usableFromInline let lock = Lock()
    @usableFromInline var all: [Group<Element>] = []
    @usableFromInline var hasEnded = false

    @inlinable
    init(
        to observer: Observer<GroupedObservable<Key, Element>>, at site: OperatorCallSite, maxGroups: Int,
        _ key: @escaping @Sendable (Element) throws -> Key, makeGroup: @escaping @Sendable () -> Group<Element>
    ) {
        self.observer = observer
        self.site = site
        self.maxGroups = maxGroups
        self.key = key
        self.makeGroup = makeGroup
        scope = observer.scope.makeChild()
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            do {
                try add(element)
            } catch {
                fail(error)
            }
        case .error(let error):
            fail(error, from: scope)
        case .completed:
            scope.beginStop()
            end()
            observer.send(.completed)
            scope.finishStop()
        }
    }

    /// Completes the groups, unless they have ended.
    @inlinable
    func end() {
        for group in takeGroups() { group.send(.event(.completed)) }
    }

    /// Fails the result first, so that an error is not delivered to groups that are subscribed to through the result.
    @inlinable
    func fail(_ error: any Error, from source: Scope? = nil) {
        scope.beginStop()
        let groups = takeGroups()
        observer.fail(error, from: source, at: site)
        for group in groups { group.send(.event(.error(error))) }
    }

    @inlinable
    func takeGroups() -> [Group<Element>] {
        lock.withLock {
            hasEnded = true
            defer { all = [] }
            return all
        }
    }

    @inlinable
    func add(_ element: Element) throws {
        let key = try key(element)
        if let group = groups[key] { return group.send(.event(.next(element))) }
        guard groups.count < maxGroups else {
            throw StreamError.tooManyGroups(maxGroups)
        }
        let group = makeGroup()
        groups[key] = group
        observer.send(.next(GroupedObservable(key: key, group: group)))
        group.send(.event(.next(element)))
        let hasEnded = lock.withLock {
            all.append(group)
            return self.hasEnded
        }
        // The subscriber that received the group, or another thread, has ended the result.
        if hasEnded { group.send(.event(.completed)) }
    }
}

/// Buffers the elements of a group until its first subscription.
@usableFromInline
final class Group<Element: Sendable>: DrainLoop, @unchecked Sendable {
    // `isOpen`, `waiting`, and `end` are guarded by `turn`.
    @usableFromInline
    enum Message: Sendable {
        case event(Event<Element>)
        case open
    }

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let hub: Hub<Element>
    @usableFromInline let hasSubscriber = Atomic(false)
    @usableFromInline let bufferSize: Int
    @usableFromInline let onOverflow: OverflowStrategy
    @usableFromInline var isOpen = false
    @usableFromInline var waiting = Fifo<Element>()
    @usableFromInline var end: Event<Element>?

    @inlinable
    init(at site: OperatorCallSite, bufferSize: Int, _ onOverflow: OverflowStrategy) {
        hub = Hub(at: site)
        self.bufferSize = bufferSize
        self.onOverflow = onOverflow
    }

    @inlinable
    func add(_ observer: Observer<Element>) {
        hub.add(observer)
        // A later subscriber must not take the turn, because it would deliver elements of other threads.
        if !hasSubscriber.exchange(true, ordering: .relaxed) { send(.open) }
    }

    @inlinable
    func deliver(_ message: Message) {
        switch message {
        case .event(let event):
            if isOpen { hub.send(event) } else if end == nil { hold(event) }
        case .open:
            isOpen = true
            while let element = waiting.popFirst() { hub.send(.next(element)) }
            if let end { hub.send(end) }
            end = nil
        }
    }

    @inlinable
    func hold(_ event: Event<Element>) {
        guard case .next(let element) = event else {
            end = event
            return
        }
        if waiting.count < bufferSize { return waiting.append(element) }
        switch onOverflow {
        case .fail:
            end = .error(StreamError.bufferOverflow(of: "groupBy", capacity: bufferSize))
        case .dropOldest:
            _ = waiting.popFirst()
            waiting.append(element)
        case .dropNewest:
            break
        }
    }
}
