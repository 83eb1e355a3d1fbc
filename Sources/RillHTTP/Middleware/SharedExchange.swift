internal import Rill

/// The exchanges that others may join.
final class SharedExchangeTable: @unchecked Sendable {  // `open` is guarded by `lock`
    /// How many bytes of a body are kept.
    let limit: Int

    private let lock = Lock()
    private var open: [HTTPRequest: SharedExchange] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// How many exchanges can be joined.
    var count: Int { lock.withLock { open.count } }

    /// Lets a subscriber join the exchange of a request; begins it if there is none.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - observer: The subscriber.
    ///   - makeSource: Makes the exchange.
    /// - Returns: What lets the subscriber leave.
    func join(
        _ request: HTTPRequest, _ observer: Observer<TransportEvent>,
        _ makeSource: () -> Observable<TransportEvent>
    ) -> Disposable {
        let reader = SharedExchange.Reader(observer)
        let running = lock.withLock { open[request] }
        if let running, running.join(reader) { return running.leaving(reader) }
        let made = SharedExchange(request, in: self, first: reader, makeSource())
        let (other, isMine) = lock.withLock {
            // Someone else may have begun it meanwhile; one that nobody can join any more makes room.
            if let other = open[request], other !== running { return (other as SharedExchange?, false) }
            open[request] = made
            return (nil, true)
        }
        if let other, other.join(reader) { return other.leaving(reader) }
        // If the other has been closed just now, this one runs beside the table: nobody joins it.
        if !isMine { made.close() }
        made.begin()
        return made.leaving(reader)
    }

    /// Takes an exchange out, so that nobody else joins it.
    func remove(_ exchange: SharedExchange) {
        let gone = lock.withLock {
            open[exchange.request] === exchange ? open.removeValue(forKey: exchange.request) : nil
        }
        withExtendedLifetime(gone) {}
    }

    /// Lets nobody else join the exchanges with a server.
    func closeAll(to origin: String) {
        let closed = lock.withLock {
            let closed = open.values.filter { $0.request.origin == origin }
            for exchange in closed { open[exchange.request] = nil }
            return closed
        }
        for exchange in closed { exchange.close() }
    }
}

/// One exchange that several subscribers read, each at its own pace.
final class SharedExchange: @unchecked Sendable {  // what changes is guarded by `lock`
    /// One of the subscribers.
    final class Reader: @unchecked Sendable {  // what changes is guarded by the exchange's `lock`
        let observer: Observer<TransportEvent>
        var place = SharedEventLog.Place()

        /// Whether a thread delivers to it, or will when it is not paused any more.
        var isReading = false

        init(_ observer: Observer<TransportEvent>) {
            self.observer = observer
        }
    }

    let request: HTTPRequest
    private let table: SharedExchangeTable
    private let lock = Lock()
    private var log = SharedEventLog()
    private var readers: [Reader]
    private var source: HeldSource<TransportEvent>?

    /// Whether the source is to be paused, as someone lags behind.
    private var isHeld = false
    private var isClosed = false

    init(
        _ request: HTTPRequest, in table: SharedExchangeTable, first reader: Reader,
        _ events: Observable<TransportEvent>
    ) {
        self.request = request
        self.table = table
        readers = [reader]
        // Weak: the readers hold the exchange, and the exchange its source.
        source = HeldSource(events, "InFlightSharing") { [weak self] event in self?.take(event) }
    }

    /// How many events are kept.
    var keptCount: Int { lock.withLock { log.keptCount } }

    func begin() {
        lock.withLock { source }?.open()
    }

    // MARK: Coming and going

    /// Adds a reader; false if it came too late.
    func join(_ reader: Reader) -> Bool {
        let hasJoined = lock.withLock {
            guard !isClosed else { return false }
            reader.isReading = true
            readers.append(reader)
            return true
        }
        if hasJoined { read(reader) }
        return hasJoined
    }

    /// What lets a reader leave.
    func leaving(_ reader: Reader) -> Disposable {
        Disposable { self.leave(reader) }
    }

    /// Lets nobody else join.
    func close() {
        lock.withLock {
            isClosed = true
            trim()
        }
    }

    private func leave(_ reader: Reader) {
        let (abandoned, opened): (HeldSource<TransportEvent>?, HeldSource<TransportEvent>?) = lock.withLock {
            guard let index = readers.firstIndex(where: { $0 === reader }) else { return (nil, nil) }
            readers.remove(at: index)
            guard readers.isEmpty else { return (nil, catchUp()) }
            isClosed = true
            return (source.take(), nil)
        }
        opened?.open()
        guard let abandoned else { return }
        table.remove(self)
        abandoned.dispose()
    }

    // MARK: Events

    private func take(_ event: Event<TransportEvent>) {
        let (idle, isFull, held): ([Reader], Bool, HeldSource<TransportEvent>?) = lock.withLock {
            log.append(event)
            let isFull = !isClosed && (event.isTerminal || log.size > table.limit)
            if isFull { isClosed = true }
            let idle = readers.filter { !$0.isReading }
            for reader in idle { reader.isReading = true }
            guard !event.isTerminal else { return (idle, isFull, nil) }
            if lag > table.limit { isHeld = true }
            return (idle, isFull, isHeld ? source : nil)
        }
        if isFull { table.remove(self) }
        if let held {
            held.pause()
            // The readers may have caught up just before: then nobody else would open it.
            if !lock.withLock({ isHeld }) { held.open() }
        }
        for reader in idle { read(reader) }
        if event.isTerminal {
            let ended = lock.withLock { source.take() }
            withExtendedLifetime(ended) {}
        }
    }

    /// Delivers what a reader has not had yet.
    ///
    /// Called by the one thread that has set `isReading`.
    private func read(_ reader: Reader) {
        while !reader.observer.isDisposed {
            if reader.observer.isPaused {
                if reader.observer.park({ self.read(reader) }) { return }
                continue
            }
            let (event, opened): (Event<TransportEvent>?, HeldSource<TransportEvent>?) = lock.withLock {
                guard let event = log.next(for: &reader.place) else {
                    reader.isReading = false
                    return (nil, nil)
                }
                if event.isTerminal { readers.removeAll { $0 === reader } }
                return (event, catchUp())
            }
            opened?.open()
            guard let event else { return }
            reader.observer.on(event)
        }
    }

    // MARK: Under the lock

    /// How far the slowest reader lies behind.
    private var lag: Int { readers.map { log.size(behind: $0.place) }.max() ?? 0 }

    /// Drops what nobody needs, and looks whether the source may go on.
    ///
    /// - Returns: The source if it is to be opened.
    private func catchUp() -> HeldSource<TransportEvent>? {
        trim()
        guard isHeld, lag <= table.limit / 2 else { return nil }
        isHeld = false
        return source
    }

    private func trim() {
        guard isClosed, let slowest = readers.map(\.place.index).min() else { return }
        log.drop(upTo: slowest)
    }
}
