public import Rill

/// A source that emits the events of a marble diagram and records its subscriptions.
///
/// A **hot** source starts when it is created: subscribers receive only later events, and a subscriber after the end
/// receives the terminal event, as with subjects. A **cold** source starts from the beginning for each subscriber, at
/// the tick of the subscription.
///
/// Create a source with ``TestKit/hot(_:values:error:file:line:)`` or ``TestKit/cold(_:values:error:file:line:)``.
public final class TestableObservable<Element: Sendable>: ObservableConvertible, @unchecked Sendable {
    // All mutable state is guarded by `lock`.

    private let diagram: MarbleDiagram<Element>
    private let scheduler: TestScheduler
    private let isHot: Bool

    private let lock = Lock()
    private var spans: [SubscriptionSpan] = []
    private var subscribers: [(number: Int, observer: Observer<Element>)] = []
    private var end: Event<Element>?

    init(_ diagram: MarbleDiagram<Element>, isHot: Bool, scheduler: TestScheduler) {
        self.diagram = diagram
        self.isHot = isHot
        self.scheduler = scheduler
        if isHot {
            // The scheduled work retains the source, so the test does not have to.
            schedule { self.broadcast($0) }
        }
    }

    /// The subscriptions to this source, in order.
    public var subscriptions: [SubscriptionSpan] { lock.withLock { spans } }

    /// Returns the source as an observable, for applying operators.
    ///
    /// - Returns: An observable; each subscription to it counts as a subscription to this source.
    public func asObservable() -> Observable<Element> {
        Observable.create { self.connect($0) }
    }

    private func connect(_ observer: Observer<Element>) -> Disposable {
        let time = scheduler.time
        let (number, end) = lock.withLock {
            spans.append(SubscriptionSpan(time))
            // Also needed for a cold source: a subscriber remains subscribed after the last event of an unterminated
            // diagram.
            if self.end == nil { subscribers.append((spans.count - 1, observer)) }
            return (spans.count - 1, self.end)
        }
        var timers: [Disposable] = []
        if let end {
            close(number)
            observer.on(end)
        } else if !isHot {
            timers = schedule { [weak self] event in
                if event.isTerminal { self?.close(number) }
                observer.on(event)
            }
        }
        return Disposable { [weak self, timers] in
            for timer in timers { timer.dispose() }
            self?.close(number)
        }
    }

    /// Schedules the events of the diagram, relative to the current time.
    @discardableResult
    private func schedule(_ send: @escaping @Sendable (Event<Element>) -> Void) -> [Disposable] {
        diagram.events.map { record in
            scheduler.scheduleMarble(after: scheduler.tick * record.time.tick) { send(record.event) }
        }
    }

    private func broadcast(_ event: Event<Element>) {
        let receivers = lock.withLock {
            if event.isTerminal { end = event }
            return subscribers
        }
        // Subscribers that were disposed by an earlier one in this loop receive no more events.
        for (number, observer) in receivers where !observer.isDisposed {
            if event.isTerminal { close(number) }
            observer.on(event)
        }
    }

    /// Records the end of a subscription, unless it is already recorded.
    private func close(_ number: Int) {
        let time = scheduler.time
        let removed = lock.withLock {
            if spans[number].disposed == nil { spans[number].disposed = time }
            let index = subscribers.firstIndex { $0.number == number }
            return index.map { subscribers.remove(at: $0) }
        }
        // Released outside the lock.
        withExtendedLifetime(removed) {}
    }
}
