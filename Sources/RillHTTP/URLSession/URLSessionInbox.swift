#if canImport(FoundationNetworking)
    internal import RillHTTP
#endif

/// What has come from the network and waits to be handed to the subscriber; the state machine of one exchange.
///
/// The first end wins: completed, failed or disposed. What comes after it is dropped.
struct URLSessionInbox {
    /// What the one who delivers has to do.
    enum Step {
        case deliver(TransportEvent)
        case end(TransportError?)
        case rest
    }

    private enum End {
        case completed
        case failed(TransportError)
    }

    private var waiting: [TransportEvent] = []
    private var first = 0  // of the events in `waiting` that were not delivered
    private var end: End?
    private var isBusy = false
    private var isParked = false

    /// How many bytes of the body wait.
    private(set) var waitingBytes = 0

    /// Whether the end has been delivered, or nobody wants to hear it any more.
    private(set) var isOver = false

    /// Whether an end has come, so that nothing more is taken in.
    var hasEnded: Bool { isOver || end != nil }

    /// Whether the subscriber, and not the server, holds the exchange up.
    var isHeld: Bool { isParked || isBusy || first < waiting.count }

    // MARK: Filling

    /// Takes an event in; returns whether somebody has to begin to deliver.
    mutating func put(_ event: TransportEvent) -> Bool {
        guard !hasEnded else { return false }
        if first == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            first = 0
        }
        waiting.append(event)
        if case .chunk(let bytes) = event { waitingBytes += bytes.count }
        return begin()
    }

    /// Takes the end in.
    ///
    /// - Parameters:
    ///   - error: Why it failed; nil if it is complete.
    ///   - atOnce: Whether what waits is dropped, instead of being delivered first.
    /// - Returns: Whether somebody has to begin to deliver.
    mutating func finish(_ error: TransportError?, atOnce: Bool = false) -> Bool {
        guard !hasEnded else { return false }
        end = error.map { .failed($0) } ?? .completed
        if atOnce { drop() }
        return begin()
    }

    /// Drops everything: the subscriber has gone.
    mutating func abandon() {
        drop()
        isOver = true
    }

    private mutating func drop() {
        waiting = []
        first = 0
        waitingBytes = 0
    }

    // MARK: Emptying

    private mutating func begin() -> Bool {
        guard !isBusy, canStep else { return false }
        isBusy = true
        return true
    }

    /// Whether there is something to deliver; a reader that is paused is told the end, but is given no more of the body.
    private var canStep: Bool {
        if isOver { return false }
        return first < waiting.count ? !isParked : end != nil
    }

    /// What is next, for the one who delivers; after `rest` he has nothing to do until he is called anew.
    mutating func next() -> Step {
        guard canStep else {
            isBusy = false
            return .rest
        }
        guard first < waiting.count else {
            isOver = true
            if case .failed(let error) = end { return .end(error) }
            return .end(nil)
        }
        let event = waiting[first]
        waiting[first] = .chunk([])
        first += 1
        if case .chunk(let bytes) = event { waitingBytes -= bytes.count }
        return .deliver(event)
    }

    /// Holds the body back.
    mutating func park() {
        isParked = true
    }

    /// Lets the body go on; returns whether somebody has to begin to deliver.
    mutating func unpark() -> Bool {
        isParked = false
        return begin()
    }
}
