extension ObservableConvertible {
    /// Collects elements into arrays of a fixed size.
    ///
    ///     source   -1--2--3--|
    ///     result   ----a-----(b|)    source.buffer(count: 2)
    ///     where    a = [1, 2], b = [3]
    ///
    /// ![A marble diagram of `buffer`.](buffer-count)
    ///
    /// On completion, the remaining elements are emitted as a shorter array. On an error, they are dropped. Arrays are
    /// never empty.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter count: The number of elements per array. Must be at least 1.
    /// - Returns: An observable of arrays of 1 to `count` elements.
    /// - Complexity: O(1) per element; stores fewer than `count` elements.
    @inlinable
    public func buffer(count: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<[Element]> {
        precondition(count > 0, "buffer: the count must be at least 1, got \(count)")
        let location = CallSite(file, line)
        return Observable<[Element]> { observer in
            let waiting = SerialState<[Element]>([])
            attach(
                Observer(observer.scope) { event in
                    guard case .completed = event else {
                        return observer.forward(event, "buffer", location) { element in
                            waiting.value.append(element)
                            guard waiting.value.count == count else { return }
                            let full = waiting.value
                            waiting.value = []
                            observer.send(.next(full))
                        }
                    }
                    if !waiting.value.isEmpty { observer.send(.next(waiting.value)) }
                    if !observer.scope.isStopped { observer.send(.completed) }
                })
        }
    }

    /// Collects elements into arrays until a time span has elapsed or a maximum size has been reached.
    ///
    ///     source   -1-2-----3-4-56-|
    ///     result   ------a------b--(c|)    source.buffer(timeSpan: .seconds(5), count: 3, scheduler: scheduler)
    ///     where    a = [1, 2], b = [3, 4, 5], c = [6]
    ///
    /// ![A marble diagram of `buffer`.](buffer-timeSpan)
    ///
    /// The time span starts with the first element of an array, so there is no timer while the buffer is empty, and
    /// arrays are never empty. On completion, the remaining elements are emitted immediately. On an error, they are
    /// dropped.
    ///
    /// The scheduler's clock determines when a time span has elapsed. If the timer is late because the scheduler is
    /// busy, an element that arrives after the time span starts a new array. The arrays whose time spans have elapsed
    /// are emitted when the late timer fires, together with the next full array, or before a terminal event, including
    /// an error.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - timeSpan: The maximum time for which the first element of an array is buffered. Must be greater than zero.
    ///   - count: The maximum number of elements per array. Must be at least 1.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the arrays when it fires.
    ///     Defaults to a global concurrent queue.
    /// - Returns: An observable of arrays of 1 to `count` elements.
    /// - Complexity: One timer per array; stores fewer than `count` elements, or more while the timer is late.
    /// - Note: In RxSwift, a new time span starts when
    ///   the previous one ends, and empty arrays are emitted.
    public func buffer(
        timeSpan: Duration, count: Int, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<[Element]> {
        precondition(timeSpan > .zero, "buffer: the time span must be greater than zero, got \(timeSpan)")
        precondition(count > 0, "buffer: the count must be at least 1, got \(count)")
        return Observable<[Element]> { observer in
            Buffer(timeSpan, count, scheduler, to: observer, at: OperatorCallSite("buffer", file, line))
                .subscribe(to: self)
        }
    }
}

private final class Buffer<Element: Sendable>: TimedOperator<Element, [Element]>, @unchecked Sendable {  // immutable
    private let count: Int

    init(
        _ timeSpan: Duration, _ count: Int, _ scheduler: any Scheduler, to observer: Observer<[Element]>,
        at site: OperatorCallSite
    ) {
        self.count = count
        super.init(timeSpan, scheduler, to: observer, at: site)
    }

    override func receive(_ element: Element) {
        let now = scheduler.now
        if due < now { collectWaiting() }
        if waiting?.append(element) == nil { waiting = [element] }
        if waiting?.count == count {
            cancelTimer()
            collectWaiting()
            emitCollected()
        } else if waiting?.count == 1 {
            due = now.adding(interval)
            if !hasTimer { setTimer(for: due, now: now) }
        }
    }
}
