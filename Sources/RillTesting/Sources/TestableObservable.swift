public import Rill

/// A source whose events the test has drawn, and which remembers who was subscribed to it and when.
///
/// A **hot** source runs by itself from the moment it is made: subscribers see only what comes after they have subscribed,
/// and one that comes after the end gets the end, as with the subjects. A **cold** source starts anew for each subscriber,
/// at the tick of the subscription.
///
/// Make one with ``TestKit/hot(_:values:error:file:line:)`` or ``TestKit/cold(_:values:error:file:line:)``.
public final class TestableObservable<Element: Sendable>: ObservableConvertible, @unchecked Sendable {
    // All that changes is guarded by `lock`.

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
            // Held by what it has yet to send: the test need not keep it, as long as someone is subscribed.
            schedule { self.broadcast($0) }
        }
    }

    /// Who was subscribed and when, in the order of subscription.
    public var subscriptions: [SubscriptionSpan] { lock.withLock { spans } }

    /// The source as an observable, to put operators on.
    ///
    /// - Returns: An observable; each subscription to it is one to this source.
    public func asObservable() -> Observable<Element> {
        Observable.create { self.connect($0) }
    }

    private func connect(_ observer: Observer<Element>) -> Disposable {
        let time = scheduler.time
        let (number, end) = lock.withLock {
            spans.append(SubscriptionSpan(time))
            // Kept also for a cold source: one who waits for what never comes is still subscribed.
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

    /// Plays the diagram from now on.
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
        // One who is disposed by another on the way gets nothing any more.
        for (number, observer) in receivers where !observer.isDisposed {
            if event.isTerminal { close(number) }
            observer.on(event)
        }
    }

    /// Notes the end of a subscription, if that has not been noted yet.
    private func close(_ number: Int) {
        let time = scheduler.time
        let gone = lock.withLock {
            if spans[number].disposed == nil { spans[number].disposed = time }
            let index = subscribers.firstIndex { $0.number == number }
            return index.map { subscribers.remove(at: $0) }
        }
        // Released after the lock.
        withExtendedLifetime(gone) {}
    }
}
