extension ObservableConvertible {
    /// Shares one subscription to the source among all subscribers.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2--3--4--|    source.share()
    ///     later         --3--4--|
    ///
    /// ![The diagram above as an image.](share)
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2--3--4--|    source.share(replay: 1)
    ///     later         2-3--4--|
    ///
    /// ![The diagram above as an image.](share-2)
    ///
    /// The first subscriber connects to the source, which receives the context of that subscriber. When the last subscriber leaves or the source terminates, the state
    /// is reset, and the next subscriber connects again. Late subscribers first receive the most recent `replay`
    /// elements. The source is not paused, because the subscribers are independent of each other. To limit what is
    /// buffered for a slow subscriber, see `observeOn(_:bufferSize:onOverflow:file:line:)`.
    ///
    /// ## Errors
    /// Forwards the source's error to all subscribers.
    ///
    /// - Parameter replay: The number of recent elements replayed to late subscribers. Must not be negative. Defaults to 0.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: Two atomic operations per element; stores the most recent `replay` elements.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/refcount.html>
    @inlinable
    public func share(replay: Int = 0, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(replay >= 0, "share: the replay count must not be negative, got \(replay)")
        let share = Share(source: asObservable(), replay: replay, at: OperatorCallSite("share", file, line))
        return Observable<Element> { share.add($0) }
    }
}

/// The current connection and its number of subscribers.
@usableFromInline
final class Share<Element: Sendable>: @unchecked Sendable {  // `current` is guarded by `lock`
    /// The subscribers' reference to the source, used to stop it.
    ///
    /// It does not reference the hub, through which the source reaches the subscribers, so that a stream without
    /// external references is deallocated.
    @usableFromInline
    final class Connection: @unchecked Sendable {  // `subscribers` is guarded by the share's `lock`
        @usableFromInline let scope: Scope
        var subscribers = 0

        init(at site: OperatorCallSite, _ context: StreamContext?) {
            scope = Scope(site.name, site.location, context: context)
        }
    }

    @usableFromInline let source: Observable<Element>
    private let replay: Int
    private let site: OperatorCallSite
    private let lock = Lock()
    private var current: (connection: Connection, hub: Hub<Element>)?

    @usableFromInline
    init(source: Observable<Element>, replay: Int, at site: OperatorCallSite) {
        self.source = source
        self.site = site
        self.replay = replay
    }

    @inlinable
    func add(_ observer: Observer<Element>) {
        if let (connection, hub) = join(observer) { connect(connection, hub) }
    }

    /// Adds a subscriber.
    ///
    /// - Returns: The connection and its hub, if the subscriber is the first one and must connect.
    @usableFromInline
    func join(_ observer: Observer<Element>) -> (Connection, Hub<Element>)? {
        let (connection, hub, isFirst) = lock.withLock {
            let (connection, hub) = current ?? makeConnection(observer.scope.attributes?.context)
            current = (connection, hub)
            connection.subscribers += 1
            return (connection, hub, connection.subscribers == 1)
        }
        observer.scope.onStop { [weak self, lock] in
            Self.leave(connection, of: self, lock)
        }
        hub.add(observer)
        return isFirst ? (connection, hub) : nil
    }

    private func makeConnection(_ context: StreamContext?) -> (Connection, Hub<Element>) {
        let connection = Connection(at: site, context)
        return (connection, Hub(capacity: replay, source: connection.scope, at: site))
    }

    @inlinable
    func connect(_ connection: Connection, _ hub: Hub<Element>) {
        source.start(
            Observer(connection.scope) { [weak self] event in
                if event.isTerminal {
                    guard connection.scope.stop() else {
                        if let error = event.error { connection.scope.reportUndelivered(error) }
                        return
                    }
                    self?.forget(connection)
                }
                hub.send(event)
            })
    }

    /// Static, because the share may be deallocated before its subscribers.
    private static func leave(_ connection: Connection, of share: Share?, _ lock: Lock) {
        let (isLast, hub) = lock.withLock {
            connection.subscribers -= 1
            guard connection.subscribers == 0 else { return (false, nil as Hub<Element>?) }
            return (true, share?.takeHub(of: connection))
        }
        if isLast { connection.scope.stop() }
        withExtendedLifetime(hub) {}
    }

    @usableFromInline
    func forget(_ connection: Connection) {
        let hub = lock.withLock { takeHub(of: connection) }
        withExtendedLifetime(hub) {}
    }

    /// Removes the connection if it is current, so that the next subscriber connects again.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: The hub, which the caller releases outside the lock.
    private func takeHub(of connection: Connection) -> Hub<Element>? {
        guard let (current, hub) = current, current === connection else { return nil }
        self.current = nil
        return hub
    }
}
