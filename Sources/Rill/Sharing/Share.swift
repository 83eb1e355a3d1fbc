extension ObservableConvertible {
    /// Lets all subscribers share one subscription to the source.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2--3--4--|    source.share()
    ///     later         --3--4--|
    ///
    /// The first subscriber connects. When the last one leaves, and when the source ends, everything is reset: the next
    /// subscriber connects anew. A subscriber that comes later gets the latest `replay` values first. The source is not
    /// paused, as the subscribers need not agree: see `observeOn(_:bufferSize:onOverflow:file:line:)` for what a slow one may keep.
    ///
    /// ## Errors
    /// Forwards the source's error to all.
    ///
    /// - Parameters:
    ///   - replay: How many of the latest values a late subscriber gets, zero or more.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: Two atomic operations per value; the latest `replay` values are kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/refcount.html>
    public func share(replay: Int = 0, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(replay >= 0, "share needs a replay of zero or more, got \(replay)")
        let share = Share(source: asObservable(), replay: replay, at: Site("share", file, line))
        return Observable<Element> { share.add($0) }
    }
}

/// Who is connected, and how many subscribers keep the connection.
private final class Share<Element: Sendable>: @unchecked Sendable {  // `current` is guarded by `lock`
    /// The subscribers' way to the source, to end it.
    ///
    /// The hub, which is the source's way to the subscribers, is not on it: a stream whose ends nobody holds goes.
    private final class Connection: @unchecked Sendable {  // `subscribers` is guarded by the share's `lock`
        let scope: Scope
        var subscribers = 0

        init(at site: Site) {
            scope = Scope(site.name, site.place)
        }
    }

    private let source: Observable<Element>
    private let replay: Int
    private let site: Site
    private let lock = Lock()
    private var current: (connection: Connection, hub: Hub<Element>)?

    init(source: Observable<Element>, replay: Int, at site: Site) {
        self.source = source
        self.site = site
        self.replay = replay
    }

    func add(_ observer: Observer<Element>) {
        let (connection, hub, isFirst) = lock.withLock {
            let (connection, hub) = current ?? makeConnection()
            current = (connection, hub)
            connection.subscribers += 1
            return (connection, hub, connection.subscribers == 1)
        }
        observer.scope.onStop { [weak self, lock] in
            Self.leave(connection, of: self, lock)
        }
        hub.add(observer)
        if isFirst { connect(connection, hub) }
    }

    private func makeConnection() -> (Connection, Hub<Element>) {
        let connection = Connection(at: site)
        return (connection, Hub(capacity: replay, source: connection.scope, at: site))
    }

    private func connect(_ connection: Connection, _ hub: Hub<Element>) {
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

    /// The share may have gone before its subscribers have.
    private static func leave(_ connection: Connection, of share: Share?, _ lock: Lock) {
        let (isLast, hub) = lock.withLock {
            connection.subscribers -= 1
            guard connection.subscribers == 0 else { return (false, nil as Hub<Element>?) }
            return (true, share?.takeHub(of: connection))
        }
        if isLast { connection.scope.stop() }
        withExtendedLifetime(hub) {}
    }

    private func forget(_ connection: Connection) {
        let hub = lock.withLock { takeHub(of: connection) }
        withExtendedLifetime(hub) {}
    }

    /// Makes room for another connection, if this one is current.
    ///
    /// Called under the lock.
    ///
    /// - Returns: What is to be released when the lock is free.
    private func takeHub(of connection: Connection) -> Hub<Element>? {
        guard let (current, hub) = current, current === connection else { return nil }
        self.current = nil
        return hub
    }
}
