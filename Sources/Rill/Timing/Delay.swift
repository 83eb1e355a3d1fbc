extension ObservableConvertible {
    /// Shifts values and completion by a while.
    ///
    /// An error passes at once, and drops what has not come out yet.
    ///
    ///     source   -1--2--|
    ///     result   ---1--2--|        source.delay(.seconds(2), scheduler: scheduler)
    ///
    /// The distances between the events are kept. Every value is kept until it is due, however many there are: the source
    /// is not paused.
    ///
    /// ## Errors
    /// Forwards the source's error, without delay.
    ///
    /// - Parameters:
    ///   - dueTime: How long to hold each event, zero or more.
    ///   - scheduler: Who waits, and where values and completion are delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events, later.
    /// - Complexity: One timer at a time.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/delay.html>
    public func delay(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let delay = Delay(by: dueTime, scheduler, to: observer, at: Site("delay", file, line))
            attach(Observer(delay.source) { delay.take($0) })
        }
    }
}

private final class Delay<Element: Sendable>: @unchecked Sendable {  // `waiting` is guarded by `lock`
    private let dueTime: Duration
    private let scheduler: any Scheduler
    private let site: Site
    private let output: SerialObserver<Element>

    /// The scope of the source.
    let source: Scope
    private let slot: WorkSlot
    private let lock = Lock()
    private var waiting = Fifo<(due: Duration, event: Event<Element>)>()

    init(by dueTime: Duration, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: Site) {
        self.site = site
        self.dueTime = dueTime
        self.scheduler = scheduler
        output = SerialObserver(observer)
        source = observer.scope.makeChild()
        slot = WorkSlot(in: observer.scope)
    }

    func take(_ event: Event<Element>) {
        if event.isTerminal { source.stop() }
        if case .error = event {
            slot.cancel()
            return output.forward(event, from: source, at: site)
        }
        let due = scheduler.time(after: dueTime)
        let isFirst = lock.withLock {
            waiting.append((due, event))
            return waiting.count == 1
        }
        if isFirst { wait(until: due) }
    }

    private func wait(until due: Duration) {
        slot.schedule(after: due - scheduler.now, on: scheduler) { self.deliver() }
    }

    /// Delivers the first, which is due, and what else is.
    ///
    /// The first stays in the queue while it is delivered, so that nobody else begins to wait.
    private func deliver() {
        while let first = lock.withLock({ waiting.first }) {
            output.send(first.event)
            let next = lock.withLock {
                _ = waiting.popFirst()
                return waiting.first
            }
            // With nothing left, whoever appends begins to wait.
            guard let next else { return }
            if next.due > scheduler.now { return wait(until: next.due) }
        }
    }
}
