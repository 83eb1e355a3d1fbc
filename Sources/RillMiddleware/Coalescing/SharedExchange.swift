internal import Foundation
internal import RillHTTP

/// The exchanges that identical requests can join.
final class SharedExchangeTable: @unchecked Sendable {  // `open` is guarded by `lock`
    /// The maximum number of buffered body bytes.
    let limit: Int

    private let lock = NSLock()
    private var open: [SharedExchange.Key: SharedExchange] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of exchanges that can be joined.
    var count: Int { lock.withLock { open.count } }

    /// Adds a subscriber to the exchange of an identical request, or starts a new exchange.
    ///
    /// - Parameters:
    ///   - request: The request of the subscriber.
    ///   - observer: The subscriber.
    ///   - makeSource: A closure that creates the events of a new exchange.
    /// - Returns: A disposable that removes the subscriber.
    func join(
        _ request: HTTPRequest, _ observer: Observer<TransportEvent>, _ makeSource: () -> Observable<TransportEvent>
    ) -> Disposable {
        let key = SharedExchange.Key(request)
        let reader = SharedExchange.Reader(observer, request.transportDelegate)
        let running = lock.withLock { open[key] }
        if let running, running.join(reader) { return running.disposable(for: reader) }
        let exchange = SharedExchange(key, of: request, in: self, first: reader, makeSource())
        let other: SharedExchange? = lock.withLock {
            // Another thread may have added an exchange in the meantime. An exchange that can no longer be joined is
            // replaced.
            if let other = open[key], other !== running { return other }
            open[key] = exchange
            return nil
        }
        if let other {
            if other.join(reader) { return other.disposable(for: reader) }
            // The other exchange was closed in the meantime, so this one runs without being added to the table.
            exchange.close()
        }
        exchange.begin()
        return exchange.disposable(for: reader)
    }

    /// Removes an exchange, so that no more subscribers can join it.
    func remove(_ exchange: SharedExchange) {
        let removed = lock.withLock {
            open[exchange.key] === exchange ? open.removeValue(forKey: exchange.key) : nil
        }
        withExtendedLifetime(removed) {}
    }

    /// Removes all exchanges with a server, so that no more subscribers can join them.
    func closeAll(to origin: String) {
        let closed = lock.withLock {
            let closed = open.values.filter { $0.key.request.origin == origin }
            for exchange in closed { open[exchange.key] = nil }
            return closed
        }
        for exchange in closed { exchange.close() }
    }
}

/// One exchange that several subscribers read, each at its own speed.
final class SharedExchange: @unchecked Sendable {  // the mutable state is guarded by `lock`
    /// The properties that identical requests have in common.
    struct Key: Hashable {
        /// The request without the fields that differ between identical requests.
        let request: HTTPRequest
        let signer: String?

        /// Whether the request has the field `Authorization`, without which a request of the same user can be rejected.
        let hasAuthorization: Bool
        let decodesContent: Bool
        let hasSecretResponse: Bool

        /// The number of the attempt, because a retry or a hedged request must not join the exchange that it replaces.
        let attempt: Int

        init(_ request: HTTPRequest) {
            signer = request.signer
            hasAuthorization = request.headerFields.contains(.authorization)
            decodesContent = request.decodesContent
            hasSecretResponse = request.hasSecretResponse
            attempt = request.transportDelegate?.attempt ?? 1
            var request = request
            request.headerFields = request.unsignedFields
            request.headerFields.removeAll { $0.name.identifiesRequest }
            // Retains the exchange of the client.
            request.transportDelegate = nil
            self.request = request
        }
    }

    /// One of the subscribers.
    final class Reader: @unchecked Sendable {  // the mutable state is guarded by the exchange's `lock`
        let observer: Observer<TransportEvent>
        let delegate: (any TransportDelegate)?
        var position = SharedEventLog.Position()

        init(_ observer: Observer<TransportEvent>, _ delegate: (any TransportDelegate)?) {
            self.observer = observer
            self.delegate = delegate
        }
    }

    let key: Key

    /// The request that was sent.
    private let request: HTTPRequest
    private let table: SharedExchangeTable
    private let lock = NSLock()
    private var log = SharedEventLog()

    /// The readers that have received all events, and to which no thread delivers.
    private var idle: [Reader]
    private var source: PausableSubscription<TransportEvent>?

    /// Whether the source should be paused because a reader is too far behind.
    private var isSourcePaused = false
    private var isClosed = false

    /// Whether a reader has received the head with all header fields.
    private var isHeadDelivered = false

    init(
        _ key: Key, of request: HTTPRequest, in table: SharedExchangeTable, first reader: Reader,
        _ events: Observable<TransportEvent>
    ) {
        self.key = key
        var sent = request
        // Retains the exchange of the client.
        sent.transportDelegate = nil
        self.request = sent
        self.table = table
        idle = [reader]
        reader.position = log.addReader()
        // Weak, because the readers retain the exchange and the exchange retains its source.
        source = PausableSubscription(events, "coalescing") { [weak self] event in self?.receive(event) }
    }

    /// The number of buffered events.
    var keptCount: Int { lock.withLock { log.keptCount } }

    func begin() {
        lock.withLock { source }?.open()
    }

    // MARK: Readers

    /// Adds a reader.
    ///
    /// Returns `false` if the exchange can no longer be joined.
    func join(_ reader: Reader) -> Bool {
        let hasJoined = lock.withLock {
            guard !isClosed else { return false }
            reader.position = log.addReader()
            return true
        }
        if hasJoined {
            reader.delegate?.willReceiveResponse(to: request)
            read(reader)
        }
        return hasJoined
    }

    /// Returns a disposable that removes a reader.
    func disposable(for reader: Reader) -> Disposable {
        Disposable { self.remove(reader) }
    }

    /// Prevents other readers from joining.
    func close() {
        lock.withLock {
            isClosed = true
            log.dropReadEvents()
        }
    }

    private func remove(_ reader: Reader) {
        let (abandoned, resumed): (PausableSubscription<TransportEvent>?, PausableSubscription<TransportEvent>?) =
            lock.withLock {
                log.removeReader(at: &reader.position)
                guard log.readerCount == 0 else { return (nil, catchUp()) }
                isClosed = true
                return (source.take(), nil)
            }
        resumed?.open()
        guard let abandoned else { return }
        table.remove(self)
        abandoned.dispose()
    }

    // MARK: Events

    private func receive(_ event: Event<TransportEvent>) {
        let (readers, isEnded, paused): ([Reader], Bool, PausableSubscription<TransportEvent>?) = lock.withLock {
            log.append(event)
            let isEnded = !isClosed && (event.isTerminal || event.isFailedHead || log.size > table.limit)
            if isEnded { isClosed = true }
            let readers = idle
            idle = []
            guard !event.isTerminal else { return (readers, isEnded, nil) }
            if log.lag > table.limit { isSourcePaused = true }
            return (readers, isEnded, isSourcePaused ? source : nil)
        }
        if isEnded { table.remove(self) }
        if let paused {
            paused.pause()
            // If the readers caught up in the meantime, no other thread resumes the source.
            if !lock.withLock({ isSourcePaused }) { paused.open() }
        }
        for reader in readers { read(reader) }
        if event.isTerminal {
            let ended = lock.withLock { source.take() }
            withExtendedLifetime(ended) {}
        }
    }

    /// Delivers the events that a reader has not yet received.
    ///
    /// Called by the thread that has added the reader, or has taken it from `idle`.
    private func read(_ reader: Reader) {
        while !reader.observer.isDisposed {
            if reader.observer.isPaused {
                if reader.observer.whenResumed({ self.read(reader) }) { return }
                continue
            }
            let (event, resumed): (Event<TransportEvent>?, PausableSubscription<TransportEvent>?) = lock.withLock {
                guard let event = log.next(for: &reader.position) else {
                    if reader.position.index != nil { idle.append(reader) }
                    return (nil, nil)
                }
                if event.isTerminal { log.removeReader(at: &reader.position) }
                return (withoutUsedFields(event), catchUp())
            }
            resumed?.open()
            guard let event else { return }
            reader.observer.on(event)
        }
    }

    // MARK: Lock held

    /// Returns the next event of a reader, without the header fields that only the first reader receives.
    private func withoutUsedFields(_ event: Event<TransportEvent>) -> Event<TransportEvent> {
        guard case .next(.head(var head)) = event else { return event }
        if isHeadDelivered { head.headerFields.removeAll { HTTPField.Name.singleUse.contains($0.name) } }
        isHeadDelivered = true
        return .next(.head(head))
    }

    /// Drops events that all readers have received and checks whether the source can resume.
    ///
    /// - Returns: The source to resume, or `nil` if it must not resume.
    private func catchUp() -> PausableSubscription<TransportEvent>? {
        if isClosed { log.dropReadEvents() }
        guard isSourcePaused, log.lag <= table.limit / 2 else { return nil }
        isSourcePaused = false
        return source
    }
}

extension Event<TransportEvent> {
    /// Whether the event is the head of an error response, after which a subscriber can send the same request again.
    fileprivate var isFailedHead: Bool {
        if case .next(.head(let head)) = self { head.status.code >= 400 } else { false }
    }
}
