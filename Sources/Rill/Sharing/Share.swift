public import Synchronization

extension ObservableConvertible {
    /// Shares one subscription to the source among all subscribers.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2--3--4--|    source.share()
    ///     later         --3--4--|
    ///
    /// ![A marble diagram of `share`.](share)
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2--3--4--|    source.share(replay: 1)
    ///     later         2-3--4--|
    ///
    /// ![A marble diagram of `share`.](share-2)
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2             source.share(replay: 1, keepAlive: .seconds(5), scheduler: scheduler)
    ///     later            3-4--|
    ///
    /// ![A marble diagram of `share`.](share-3)
    ///
    /// The first subscriber connects to the source, which receives the context of that subscriber. When the last
    /// subscription is disposed or the source terminates, the state is reset, and the next subscriber connects again.
    /// With `keepAlive`, the connection is kept for that duration after the last disposal, so that a new subscriber can
    /// use it instead of connecting again. Late subscribers first receive the most recent `replay` elements. The
    /// source is not paused, because the subscribers are independent of each other. To limit the buffer of a slow
    /// subscriber, see `observeOn(_:bufferSize:onOverflow:file:line:)`. The resources of the source are released before the
    /// terminal event is delivered, because a subscriber can react to the event by connecting again.
    ///
    /// ## Errors
    /// Forwards the source's error to all subscribers. An error that arrives during `keepAlive`, when there are no
    /// subscribers, is reported to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - replay: The number of recent elements replayed to late subscribers. Must not be negative. Defaults to 0.
    ///   - keepAlive: The time for which the connection is kept after the last subscription is disposed. If it is
    ///     zero or negative, it has elapsed. Defaults to zero.
    ///   - scheduler: The scheduler that runs the timer of `keepAlive`. Defaults to a global concurrent queue.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: Two atomic operations per element, and a lock if `replay` is not zero; stores the most recent `replay` elements.
    @inlinable
    public func share(
        replay: Int = 0, keepAlive: Duration = .zero, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(replay >= 0, "share: the replay count must not be negative, got \(replay)")
        let timer = keepAlive > .zero ? (keepAlive, scheduler) : nil
        let share = Share(
            source: asObservable(), replay: replay, keepAlive: timer, at: OperatorCallSite("share", file, line))
        return Observable<Element> { share.add($0) }
    }
}

/// The current connection and its number of subscribers.
@usableFromInline
final class Share<Element: Sendable>: @unchecked Sendable {  // `current` is guarded by `lock`
    @usableFromInline let source: Observable<Element>
    @usableFromInline let replay: Int
    @usableFromInline let keepAlive: (duration: Duration, scheduler: any Scheduler)?
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let lock = Lock()
    @usableFromInline var current: (connection: ShareConnection, hub: Hub<Element>)?

    @usableFromInline
    init(source: Observable<Element>, replay: Int, keepAlive: (Duration, any Scheduler)?, at site: OperatorCallSite) {
        self.source = source
        self.keepAlive = keepAlive
        self.site = site
        self.replay = replay
    }

    @inlinable
    func add(_ observer: Observer<Element>) {
        if let (connection, hub, departure) = join(observer) { connect(connection, hub, until: departure) }
    }

    /// Adds a subscriber.
    ///
    /// - Returns: If the subscriber is the first one and must connect, the connection, its hub, and the scope whose end
    ///   removes the subscriber; otherwise, `nil`.
    @inlinable
    func join(_ observer: Observer<Element>) -> (ShareConnection, Hub<Element>, departure: Scope)? {
        let (connection, hub, isFirst) = enter() ?? enterNew(observer.scope)
        connection.timer?.cancel()
        let departure = isFirst ? observer.scope.makeBareChild() : nil
        hub.add(observer, until: departure) { [weak self, lock] in
            Self.leave(connection, of: self, lock)
        }
        return departure.map { (connection, hub, $0) }
    }

    /// Adds a subscriber to the current connection.
    ///
    /// - Parameter made: The connection to use if there is none.
    /// - Returns: The connection, its hub, and whether the subscriber is the first one, or `nil` if there is no
    ///   connection.
    @inlinable
    func enter(_ made: (ShareConnection, Hub<Element>)? = nil) -> (ShareConnection, Hub<Element>, isFirst: Bool)? {
        lock.withLock {
            guard let (connection, hub) = current ?? made else { return nil }
            current = (connection, hub)
            connection.subscribers += 1
            defer { connection.hasStarted = true }
            return (connection, hub, !connection.hasStarted)
        }
    }

    /// Adds a subscriber to a new connection, or to the connection that another thread has created in the meantime.
    ///
    /// The connection is created without holding the lock, because a registry calls external code to read the texts of
    /// the context.
    @inlinable
    func enterNew(_ subscriber: Scope) -> (ShareConnection, Hub<Element>, isFirst: Bool) {
        let made = ShareConnection(at: site, hasTimer: keepAlive != nil, for: subscriber)
        let hub = Hub<Element>(
            replay: replay > 0 ? ReplayBuffer(capacity: replay) : nil, source: made.scope, at: site)
        guard let entered = enter((made, hub)) else {
            preconditionFailure("enter(_:) returned no connection although one was passed")
        }
        if entered.0 !== made { made.scope.stop() }
        return entered
    }

    @inlinable
    func connect(_ connection: ShareConnection, _ hub: Hub<Element>, until departure: Scope) {
        source.attachRoot(
            Observer(connection.scope) { [weak self, lock] event in
                if event.isTerminal {
                    guard connection.scope.stop() else { return connection.scope.reportUndelivered(event) }
                    if let self { _ = lock.withLock { self.takeHub(of: connection) } }
                    // During `keepAlive`, there is no subscriber that receives the error.
                    if let error = event.error, lock.withLock({ connection.subscribers == 0 }) {
                        return connection.scope.reportUndelivered(error)
                    }
                }
                hub.send(event)
                if connection.isStarting.load(ordering: .relaxed) { departure.finishStopBeforeAncestors() }
            })
        connection.isStarting.store(false, ordering: .relaxed)
    }

    /// This method is static, because the share may be deallocated before its subscribers.
    @inlinable
    static func leave(_ connection: ShareConnection, of share: Share?, _ lock: Lock) {
        let (departure, hub) = lock.withLock {
            connection.subscribers -= 1
            guard connection.subscribers == 0 else { return (nil as Int?, nil as Hub<Element>?) }
            connection.departures += 1
            return (connection.departures, share?.keepAlive == nil ? share?.takeHub(of: connection) : nil)
        }
        withExtendedLifetime(hub) {}
        guard let departure else { return }
        if let share, let keepAlive = share.keepAlive {
            share.keep(connection, for: keepAlive.duration, on: keepAlive.scheduler, after: departure)
        } else {
            connection.scope.stop()
        }
    }

    /// Disconnects after a duration, unless the connection has a subscriber by then.
    @usableFromInline
    func keep(
        _ connection: ShareConnection, for duration: Duration, on scheduler: any Scheduler, after departure: Int
    ) {
        connection.timer?.schedule(after: duration, on: scheduler) { [weak self, lock] in
            // The lock must not be held when this reference is released.
            let share = self
            let (latest, hub) = lock.withLock {
                guard connection.subscribers == 0 else { return (nil as Int?, nil as Hub<Element>?) }
                let isLatest = connection.departures == departure
                return (connection.departures, isLatest ? share?.takeHub(of: connection) : nil)
            }
            withExtendedLifetime((share, hub)) {}
            guard let latest else { return }
            if let share, latest != departure {
                // This timer may have replaced a timer that another thread started after a later departure.
                share.keep(connection, for: duration, on: scheduler, after: latest)
            } else {
                connection.scope.stop()
            }
        }
    }

    /// Removes the connection if it is current, so that the next subscriber connects again.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The hub, which the caller must release outside the lock.
    @inlinable
    func takeHub(of connection: ShareConnection) -> Hub<Element>? {
        guard let (current, hub) = current, current === connection else { return nil }
        self.current = nil
        return hub
    }
}

/// The subscribers' reference to the source, which they use to stop it.
///
/// It does not reference the hub, through which the source reaches the subscribers, so that a stream without
/// external references is deallocated.
@usableFromInline
final class ShareConnection: @unchecked Sendable {  // the variables are guarded by the share's `lock`
    @usableFromInline let scope: Scope

    /// The timer that starts when the last subscription is disposed, or `nil` to disconnect immediately.
    @usableFromInline let timer: SerialWork?

    /// Whether the subscribe call of the first subscriber is in progress, which delays the release of its resources.
    @usableFromInline let isStarting = Atomic(true)

    @usableFromInline var hasStarted = false
    @usableFromInline var subscribers = 0

    /// The number of times that the connection has lost its last subscriber.
    @usableFromInline var departures = 0

    @usableFromInline
    init(at site: OperatorCallSite, hasTimer: Bool, for subscriber: Scope) {
        scope = Scope(site.name, site.location, context: subscriber.attributes?.values.context)
        timer = hasTimer ? SerialWork(in: scope, at: site) : nil
    }
}
