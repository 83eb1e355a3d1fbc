extension ObservableConvertible {
    /// Emits an element when no further element has arrived for a given duration.
    ///
    ///     source   -1-2-3-----4-|
    ///     result   --------3----(4|)    source.debounce(.seconds(3), scheduler: scheduler)
    ///
    /// ![A marble diagram of `debounce`.](debounce)
    ///
    /// On completion, the pending element is emitted immediately. On an error, it is dropped unless its due time has
    /// passed.
    ///
    /// The scheduler's clock determines when an element is due. If the timer is late because the scheduler is busy, a
    /// new element does not replace an element whose due time has passed: both are kept, and the due element is emitted
    /// when the timer fires or before a terminal event, including an error.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: The required duration without further elements.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the elements when the timer
    ///     fires. Defaults to a global concurrent queue.
    /// - Returns: An observable of the elements that are followed by a pause.
    /// - Complexity: One timer at a time, regardless of the number of elements; stores one element, or more while the
    ///   timer is late.
    public func debounce(
        _ dueTime: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            Debounce(dueTime, scheduler, to: observer, at: OperatorCallSite("debounce", file, line)).subscribe(to: self)
        }
    }
}

private final class Debounce<Element: Sendable>: TimedOperator<Element, Element>, @unchecked Sendable {  // immutable
    override func receive(_ element: Element) {
        let now = scheduler.now
        if due < now { collectWaiting() }
        waiting = element
        due = now.adding(interval)
        if !hasTimer { setTimer(for: due, now: now) }
    }
}
