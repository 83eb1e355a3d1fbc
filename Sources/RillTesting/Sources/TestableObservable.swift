public import Rill

/// A source that emits the events of a marble diagram and records its subscriptions.
///
/// A **hot** source starts when it is created: subscribers receive only later events, and, as with subjects, an
/// observer that subscribes after the stream has terminated receives the terminal event. A **cold** source starts from
/// the beginning for each subscriber, at the tick of the subscription.
///
/// A cold source can pause: events that are due while the subscriber is paused are sent in order when it resumes, until
/// it pauses again. The clock continues during a pause. The source records the pauses in ``subscriptions``. Other
/// sources send their events even while the subscriber is paused.
///
/// Create a source with ``TestKit/hot(_:values:error:file:line:)`` or
/// ``TestKit/cold(_:values:error:pauses:file:line:)``.
public final class TestableObservable<Element: Sendable>: ObservableConvertible, @unchecked Sendable {
    // All mutable state is guarded by `lock`.

    private let diagram: MarbleDiagram<Element>
    let scheduler: TestScheduler
    private let isHot: Bool

    /// Whether the source sends no events while its subscriber is paused.
    let pauses: Bool

    private let lock = Lock()
    private var spans: [SubscriptionSpan] = []
    private var subscribers: [(number: Int, observer: Observer<Element>)] = []
    private var playbacks: [Int: Playback<Element, Event<Element>>] = [:]
    private var end: Event<Element>?

    init(_ diagram: MarbleDiagram<Element>, isHot: Bool, pauses: Bool = false, scheduler: TestScheduler) {
        self.diagram = diagram
        self.isHot = isHot
        self.pauses = pauses
        self.scheduler = scheduler
        if pauses { scheduler.add(self) }
        if isHot {
            // The scheduled work retains the source, so that the test does not have to.
            schedule { self.broadcast($0) }
        }
    }

    /// The subscriptions to this source, in order, with their pauses if the source can pause.
    public var subscriptions: [SubscriptionSpan] {
        lookForPauses()
        return lock.withLock { spans }
    }

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
            // Cold sources need this, too: after the last event of a diagram without a terminal event, the subscription
            // remains active.
            if self.end == nil { subscribers.append((spans.count - 1, observer)) }
            return (spans.count - 1, self.end)
        }
        var timers: [Disposable] = []
        if let end {
            close(number)
            observer.on(end)
        } else if pauses {
            let playback = makePlayback(number, observer)
            timers = schedule { playback.enqueue([$0]) }
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
            return (index.map { subscribers.remove(at: $0) }, playbacks.removeValue(forKey: number))
        }
        // The subscribers are released outside the lock.
        withExtendedLifetime(removed) {}
    }
}

// MARK: Pauses

extension TestableObservable: PausingSource {
    /// Records the pauses of the subscribers at the current time.
    func lookForPauses() {
        let inOrder = lock.withLock { playbacks.sorted { $0.key < $1.key } }
        for (_, playback) in inOrder { playback.enqueue([]) }
    }

    /// Creates the playback of a subscription, which may be paused already.
    private func makePlayback(_ number: Int, _ observer: Observer<Element>) -> Playback<Element, Event<Element>> {
        let playback = Playback<Element, Event<Element>>(
            to: observer,
            onPause: { [weak self] in self?.recordPause(number, isPaused: $0) },
            send: { [weak self] event in
                if event.isTerminal { self?.close(number) }
                observer.on(event)
            })
        lock.withLock { playbacks[number] = playback }
        playback.enqueue([])
        return playback
    }

    private func recordPause(_ number: Int, isPaused: Bool) {
        let time = scheduler.time
        lock.withLock {
            guard spans[number].disposed == nil else { return }
            if isPaused { spans[number].pauses.append(.init(time)) } else { spans[number].resume(at: time) }
        }
    }
}
