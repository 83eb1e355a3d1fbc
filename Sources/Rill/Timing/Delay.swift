extension ObservableConvertible {
    /// Delays elements and completion by a duration.
    ///
    /// An error is forwarded immediately, and pending elements are dropped.
    ///
    ///     source   -1--2--|
    ///     result   ---1--2--|        source.delay(.seconds(2), scheduler: scheduler)
    ///
    /// ![A marble diagram of `delay`.](delay)
    ///
    ///     source   -1--2--#
    ///     result   ---1--2#          source.delay(.seconds(2), scheduler: scheduler)
    ///
    /// ![A marble diagram of `delay`.](delay-2)
    ///
    /// The intervals between events are preserved. The source is not paused: all elements are buffered until they are
    /// due.
    ///
    /// ## Errors
    /// Forwards the source's error without a delay.
    ///
    /// - Parameters:
    ///   - dueTime: The delay. If it is zero or negative, it has elapsed.
    ///   - scheduler: The scheduler that runs the timer and delivers elements and completion. Defaults to a global
    ///     concurrent queue.
    /// - Returns: An observable of the delayed events.
    /// - Complexity: One timer at a time.
    @inlinable
    public func delay(
        _ dueTime: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let delay = Delay(by: dueTime, scheduler, to: observer, at: OperatorCallSite("delay", file, line))
            attach(Observer(delay.source) { delay.receive($0) })
        }
    }
}

@usableFromInline
final class Delay<Element: Sendable>: @unchecked Sendable {  // `waiting` is guarded by `lock`
    @usableFromInline let dueTime: Duration
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let output: SerialObserver<Element>

    /// The scope of the source.
    @usableFromInline let source: Scope
    @usableFromInline let slot: SerialWork
    @usableFromInline let lock = Lock()
    @usableFromInline var waiting = Fifo<(due: Duration, event: Event<Element>)>()

    @usableFromInline
    init(by dueTime: Duration, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: OperatorCallSite) {
        self.site = site
        self.dueTime = dueTime
        self.scheduler = scheduler
        output = SerialObserver(observer)
        source = observer.scope.makeChild()
        slot = SerialWork(in: observer.scope, at: site)
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        if event.isTerminal { source.beginStop() }
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

    @inlinable
    func wait(until due: Duration) {
        slot.schedule(after: due - scheduler.now, on: scheduler) { self.deliver() }
    }

    /// Delivers the first event, and all subsequent events that are due.
    ///
    /// The first event stays in the queue while it is delivered, so that `receive` does not start another timer. After
    /// its share of events, the rest is rescheduled, so that other work on the scheduler is not starved.
    @inlinable
    func deliver() {
        var left = output.fairShare
        while let first = lock.withLock({ waiting.first }) {
            output.send(first.event)
            left -= 1
            let next = lock.withLock {
                _ = waiting.popFirst()
                return waiting.first
            }
            // When the queue is empty, the next call to `receive` starts the timer.
            guard let next else { return }
            let now = scheduler.now
            if next.due > now || left == 0 { return wait(until: max(next.due, now)) }
        }
    }
}
