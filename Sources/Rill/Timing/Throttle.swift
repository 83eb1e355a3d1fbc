extension ObservableConvertible {
    /// Emits a value at once, then at most one in each stretch of time.
    ///
    ///     source   -1-2-3-------4-|
    ///     result   -1----3------4-|    source.throttle(.seconds(5), scheduler: scheduler)
    ///     result   -1-----------4-|    source.throttle(.seconds(5), latest: false, scheduler: scheduler)
    ///
    /// The first value passes at once and begins a stretch. With `latest`, the last value of a stretch is emitted at its end
    /// and begins another. On completion a value that waits is emitted at once; on an error it is dropped.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: How long a stretch is.
    ///   - latest: Whether the last value of a stretch is emitted, rather than dropped.
    ///   - scheduler: Who waits, and where values that waited are delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of some of the values.
    /// - Complexity: One timer per stretch; one value is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/sample.html>
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: any Scheduler,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let throttle = Throttle(dueTime, latest: latest, scheduler, to: observer, at: Site("throttle", file, line))
            attach(Observer(throttle.source) { throttle.take($0) })
        }
    }
}

private final class Throttle<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        case stretchEnded
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>

    /// The scope of the source, which ends with it though the end may have to wait its turn.
    let source: Scope
    private let site: Site
    private let dueTime: Duration
    private let latest: Bool
    private let scheduler: any Scheduler
    private let slot: WorkSlot
    private var waiting: Element?
    private var isInStretch = false

    init(
        _ dueTime: Duration, latest: Bool, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: Site
    ) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.dueTime = dueTime
        self.latest = latest
        self.scheduler = scheduler
        slot = WorkSlot(in: observer.scope)
    }

    var hops: Bool { observer.scope.hops }

    func take(_ event: Event<Element>) {
        if event.isTerminal { source.stop() }
        send(.event(event))
    }

    func deliver(_ message: Message) {
        guard !observer.scope.isStopped else {
            waiting = nil
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(.next(let element)):
            if !isInStretch {
                emit(element)
            } else if latest {
                waiting = element
            }
        case .event(.completed):
            slot.cancel()
            if let element = waiting.take() { observer.send(.next(element)) }
            if !observer.scope.isStopped { observer.send(.completed) }
        case .event(.error(let error)):
            slot.cancel()
            waiting = nil
            observer.fail(error, from: source, at: site)
        case .stretchEnded:
            isInStretch = false
            if let element = waiting.take() { emit(element) }
        }
    }

    private func emit(_ element: Element) {
        isInStretch = true
        slot.schedule(after: dueTime, on: scheduler) { self.send(.stretchEnded) }
        observer.send(.next(element))
    }
}
