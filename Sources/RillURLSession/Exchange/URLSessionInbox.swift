internal import RillHTTPTypes

/// The state machine of an exchange, which queues events from the network for delivery to the subscriber.
///
/// The first terminal event or disposal wins. Later events are ignored.
struct URLSessionInbox {
    /// The next action of the code that delivers events.
    enum Step {
        case deliver(Item)
        case end(TransportError?)
        case idle
    }

    /// An event, or a call that belongs between two events.
    enum Item {
        case event(TransportEvent)
        case progress(TransferProgress)
        case resend(TransportError)
        case metrics(TransportMetrics)
    }

    private var pending = Fifo<Item>()

    /// The step that delivers the terminal event, or `nil` before it is received.
    private var end: Step?
    private var isDelivering = false
    private var isPaused = false

    /// The number of buffered body bytes.
    private(set) var bufferedBytes = 0

    /// Whether the terminal event has been delivered or the subscription was disposed.
    private(set) var isFinished = false

    /// Whether the exchange has received its terminal event or was disposed, so that further events are ignored.
    var hasEnded: Bool { isFinished || end != nil }

    /// Whether the exchange is waiting for the subscriber rather than for the server.
    var isWaitingForSubscriber: Bool { isPaused || isDelivering || !pending.isEmpty }

    // MARK: Receiving

    /// Enqueues an event.
    ///
    /// Returns whether delivery must be started.
    mutating func enqueue(_ item: Item) -> Bool {
        guard !hasEnded else { return false }
        pending.append(item)
        if case .event(.chunk(let bytes)) = item { bufferedBytes += bytes.count }
        return startDelivery()
    }

    /// Enqueues the terminal event.
    ///
    /// - Parameters:
    ///   - error: The error, or `nil` for completion.
    ///   - discardingPending: Whether pending events are discarded. Defaults to `false`.
    /// - Returns: `true` if delivery must be started.
    mutating func finish(_ error: TransportError?, discardingPending: Bool = false) -> Bool {
        guard !hasEnded else { return false }
        end = .end(error)
        if discardingPending { drop() }
        return startDelivery()
    }

    /// Discards all events, because the subscription was disposed.
    mutating func cancel() {
        drop()
        isFinished = true
    }

    private mutating func drop() {
        pending = Fifo()
        bufferedBytes = 0
    }

    // MARK: Delivering

    private mutating func startDelivery() -> Bool {
        guard !isDelivering, canDeliver else { return false }
        isDelivering = true
        return true
    }

    /// Whether an event can be delivered.
    ///
    /// A paused subscriber still receives the terminal event, but no chunks.
    private var canDeliver: Bool {
        if isFinished { return false }
        return pending.isEmpty ? end != nil : !isPaused
    }

    /// Returns the next action.
    ///
    /// After `idle`, delivery stops until it is started again.
    mutating func next() -> Step {
        guard canDeliver else {
            isDelivering = false
            return .idle
        }
        guard let item = pending.popFirst() else {
            isFinished = true
            return end ?? .end(nil)
        }
        if case .event(.chunk(let bytes)) = item { bufferedBytes -= bytes.count }
        return .deliver(item)
    }

    /// Pauses the delivery of chunks.
    mutating func pause() {
        isPaused = true
    }

    /// Resumes the delivery of chunks.
    ///
    /// Returns whether delivery must be started.
    mutating func resume() -> Bool {
        isPaused = false
        return startDelivery()
    }
}
