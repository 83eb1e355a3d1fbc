/// A subject whose `send` method suspends until all subscribers have received the element.
///
///     for line in text { await lines.send(line) }      // as fast as the slowest subscriber
///     lines.onCompleted()
///
/// A subscriber that is not paused receives an element immediately. A paused subscriber receives it when it resumes,
/// and `send` waits for that, so that a sender does not fill the subscriber's buffer.
///
///     subject  -1--2--3--|
///     result   -1--2--3--|       PausingSubject<Int>()
///     later         --3--|
///
/// ![A marble diagram of `PausingSubject`.](PausingSubject)
///
/// Thread-safe. Events may be sent from within an event handler of the subject. All subscribers receive events in the
/// same order. After the terminal event, further events are ignored and late subscribers receive only the terminal
/// event.
public final class PausingSubject<Element: Sendable>: Subject {
    private let hub: PausingHub<Element>

    /// Creates a subject with no subscribers.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        hub = PausingHub(at: OperatorCallSite("PausingSubject", file, line))
    }

    /// Sends an element, and suspends until every current subscriber has received it or its subscription has been
    /// disposed.
    ///
    /// Returns immediately if the subject has terminated or has no subscribers. Several tasks may send concurrently.
    ///
    /// If a subscriber never resumes, the caller is suspended until its subscription is disposed or the task is
    /// canceled. If the task is canceled, the element is still sent, but the method returns without waiting: paused
    /// subscribers receive the element when they resume. A loop that sends elements must therefore check for
    /// cancellation.
    ///
    /// Do not await this method in a handler of the subject's own elements, for example in the closure of
    /// `mapTask(maxConcurrent:_:file:line:)`, because the subscriber receives the next element only after the handler
    /// has returned.
    ///
    /// - Parameter element: The element.
    public func send(_ element: Element) async {
        let receipt = Receipt()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                receipt.wait(continuation)
                hub.send(.event(.next(element), receipt))
            }
        } onCancel: {
            receipt.finish()
        }
    }

    /// Sends an event without waiting for the subscribers.
    ///
    /// If a subscriber is paused, its events are buffered without a limit.
    ///
    /// - Parameter event: The event.
    public func on(_ event: Event<Element>) {
        hub.send(.event(event, nil))
    }

    /// Returns the observable of the subject's events.
    ///
    /// - Returns: A hot observable.
    public func asObservable() -> Observable<Element> {
        Observable { self.hub.add($0) }
    }
}

/// Sends events to the current subscribers, each of which buffers them while it is paused.
private final class PausingHub<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>, Receipt?)
        case join(BufferingSubscriber<Element>)
        case leave(BufferingSubscriber<Element>)
    }

    let turn = Turn<Message>()
    private let site: OperatorCallSite
    private var subscribers: [BufferingSubscriber<Element>] = []
    private var end: Event<Element>?

    init(at site: OperatorCallSite) {
        self.site = site
    }

    func add(_ observer: Observer<Element>) {
        let subscriber = BufferingSubscriber(observer.bindingContext, at: site)
        let end = turn.enqueue(.join(subscriber)) { admit(subscriber) } ?? nil
        if let end { subscriber.receive(end, nil) }
        observer.scope.onStop { [weak self, weak subscriber] in
            guard let subscriber else { return }
            subscriber.leave()
            guard let self else { return }
            _ = turn.enqueue(.leave(subscriber)) { remove(subscriber) }
        }
    }

    func deliver(_ message: Message) {
        switch message {
        case .event(let event, let receipt):
            if end == nil { broadcast(event, receipt) }
            receipt?.leave()
        case .join(let subscriber):
            if let end = admit(subscriber) { subscriber.receive(end, nil) }
        case .leave(let subscriber):
            _ = remove(subscriber)
        }
    }

    /// Adds a subscriber, unless the hub has terminated.
    ///
    /// - Returns: The terminal event if the hub has terminated; otherwise, `nil`.
    private func admit(_ subscriber: BufferingSubscriber<Element>) -> Event<Element>? {
        if end == nil { subscribers.append(subscriber) }
        return end
    }

    /// Removes a subscriber, and returns it, so that the caller releases it without holding a lock.
    private func remove(_ subscriber: BufferingSubscriber<Element>) -> BufferingSubscriber<Element>? {
        subscribers.firstIndex { $0 === subscriber }.map { subscribers.remove(at: $0) }
    }

    private func broadcast(_ event: Event<Element>, _ receipt: Receipt?) {
        let current = subscribers
        if event.isTerminal {
            end = event
            subscribers = []
        }
        for subscriber in current { subscriber.receive(event, receipt) }
    }
}

/// A subscriber, with the events that it has not received.
private final class BufferingSubscriber<Element: Sendable>: ObserverDrainLoop, @unchecked Sendable {
    // `receipts` and `hasLeft` are guarded by `lock`.
    let turn = Turn<Event<Element>>()
    let observer: Observer<Element>
    private let site: OperatorCallSite
    private let lock = Lock()

    /// The receipts of the events that have not been received, in order.
    ///
    /// The receipt of an event from `on(_:)` is `nil`.
    private var receipts = Fifo<Receipt?>()
    private var hasLeft = false

    init(_ observer: Observer<Element>, at site: OperatorCallSite) {
        self.observer = observer
        self.site = site
    }

    /// Resumes the senders when the subscription ends, even if its terminal event is held behind other elements.
    var onAbandonment: (@Sendable () -> Void)? { { [weak self] in self?.leave() } }

    func receive(_ event: Event<Element>, _ receipt: Receipt?) {
        receipt?.enter()
        let isMember = lock.withLock {
            if !hasLeft { receipts.append(receipt) }
            return !hasLeft
        }
        guard isMember else {
            receipt?.leave()
            return
        }
        if event.isTerminal { send(event) } else { sendOrHold(event) }
    }

    func deliver(_ event: Event<Element>) {
        if !observer.scope.isStopped { observer.forward(event, at: site) }
        lock.withLock { receipts.popFirst() }??.leave()
    }

    /// Marks all events as received.
    func leave() {
        var left = lock.withLock {
            hasLeft = true
            defer { receipts = Fifo() }
            return receipts
        }
        while let receipt = left.popFirst() { receipt?.leave() }
    }
}

/// A receipt that resumes the sender when all subscribers have received its element.
private final class Receipt: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var continuation: CheckedContinuation<Void, Never>?
    private var isFinished = false

    /// The number of subscribers that have not received the element, plus one until the subject has sent the element to
    /// all of them.
    private var pending = 1

    func wait(_ continuation: CheckedContinuation<Void, Never>) {
        let isFinished = lock.withLock {
            if !self.isFinished { self.continuation = continuation }
            return self.isFinished
        }
        if isFinished { continuation.resume() }
    }

    func enter() {
        lock.withLock { pending += 1 }
    }

    func leave() {
        let isLast = lock.withLock {
            pending -= 1
            return pending == 0
        }
        if isLast { finish() }
    }

    func finish() {
        let continuation = lock.withLock {
            isFinished = true
            return self.continuation.take()
        }
        continuation?.resume()
    }
}
