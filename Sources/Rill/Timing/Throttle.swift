extension ObservableConvertible {
    /// Emits the first element immediately, and then at most one element per period.
    ///
    ///     source   -1-2-3-------4-|
    ///     result   -1----3------4-|    source.throttle(.seconds(5), scheduler: scheduler)
    ///     result   -1-----------4-|    source.throttle(.seconds(5), latest: false, scheduler: scheduler)
    ///
    /// ![A marble diagram of `throttle`.](throttle)
    ///
    /// An emitted element starts a period. With `latest`, the last element of a period is emitted at the end of the
    /// period and starts another one. On completion, the pending element is emitted immediately. On an error, it is
    /// dropped unless its period has ended.
    ///
    /// The scheduler's clock determines when a period ends. If the timer is late because the scheduler is busy, an
    /// element that arrives at or after the end of the period is emitted immediately and replaces the pending element.
    /// If an error arrives after the end of the period, the pending element is emitted before the error.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: The length of a period.
    ///   - latest: Whether to emit the last element of a period at the end of the period. Defaults to `true`. If it is
    ///     `false`, that element is dropped.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the elements when the timer
    ///     fires. Defaults to a global concurrent queue.
    /// - Returns: An observable of at most one element per period.
    /// - Complexity: One timer per period; stores one element.
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            Throttle(dueTime, latest: latest, scheduler, to: observer, at: OperatorCallSite("throttle", file, line))
                .subscribe(to: self)
        }
    }
}

private final class Throttle<Element: Sendable>: TimedOperator<Element, Element>, @unchecked Sendable {  // immutable
    private let latest: Bool

    init(
        _ dueTime: Duration, latest: Bool, _ scheduler: any Scheduler, to observer: Observer<Element>,
        at site: OperatorCallSite
    ) {
        self.latest = latest
        super.init(dueTime, scheduler, to: observer, at: site)
    }

    // A timer runs during each period.
    override func receive(_ element: Element) {
        if hasTimer, scheduler.now < due {
            if latest { waiting = element }
        } else {
            startPeriod(with: element)
        }
    }

    override func timerFired(at now: Duration) {
        if let element = waiting { startPeriod(with: element) }
    }

    private func startPeriod(with element: Element) {
        waiting = nil
        let now = scheduler.now
        due = now.adding(interval)
        setTimer(for: due, now: now)
        emit(element)
    }
}
