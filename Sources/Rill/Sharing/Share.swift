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
private final class Share<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private final class Connection: @unchecked Sendable {  // `subscribers` is guarded by the share's `lock`
        let hub: Hub<Element>
        let scope: Scope
        var subscribers = 0

        init(replay: Int, at site: Site) {
            scope = Scope(site.name, site.place)
            hub = Hub(capacity: replay, source: scope, at: site)
        }
    }

    private let source: Observable<Element>
    private let replay: Int
    private let site: Site
    private let lock = Lock()
    private var current: Connection?

    init(source: Observable<Element>, replay: Int, at site: Site) {
        self.source = source
        self.site = site
        self.replay = replay
    }

    func add(_ observer: Observer<Element>) {
        let (connection, isFirst) = lock.withLock {
            let connection = current ?? Connection(replay: replay, at: site)
            current = connection
            connection.subscribers += 1
            return (connection, connection.subscribers == 1)
        }
        observer.scope.onStop { self.leave(connection) }
        connection.hub.add(observer)
        if isFirst { connect(connection) }
    }

    private func connect(_ connection: Connection) {
        source.start(
            Observer(connection.scope) { event in
                if event.isTerminal {
                    guard connection.scope.stop() else {
                        if let error = event.error { connection.scope.reportUndelivered(error) }
                        return
                    }
                    self.forget(connection)
                }
                connection.hub.send(event)
            })
    }

    private func leave(_ connection: Connection) {
        let isLast = lock.withLock {
            connection.subscribers -= 1
            guard connection.subscribers == 0 else { return false }
            if current === connection { current = nil }
            return true
        }
        if isLast { connection.scope.stop() }
    }

    private func forget(_ connection: Connection) {
        lock.withLock {
            if current === connection { current = nil }
        }
    }
}
