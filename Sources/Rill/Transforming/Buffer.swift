extension ObservableConvertible {
    /// Collects elements into arrays of a fixed size.
    ///
    ///     source   -1--2--3--|
    ///     result   ----a-----(b|)    source.buffer(count: 2)
    ///     where    a = [1, 2], b = [3]
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
    /// - SeeAlso: <https://reactivex.io/documentation/operators/buffer.html>
    @inlinable
    public func buffer(
        count: Int, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<[Element]> {
        precondition(count > 0, "buffer: the count must be at least 1, got \(count)")
        let location = CallSite(file, line)
        return Observable<[Element]> { observer in
            let waiting = SerialState<[Element]>([])
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        waiting.value.append(element)
                        guard waiting.value.count == count else { return }
                        let full = waiting.value
                        waiting.value = []
                        observer.send(.next(full))
                    case .error(let error):
                        observer.fail(error, at: OperatorCallSite("buffer", location))
                    case .completed:
                        if !waiting.value.isEmpty { observer.send(.next(waiting.value)) }
                        if !observer.scope.isStopped { observer.send(.completed) }
                    }
                })
        }
    }

    /// Collects elements into arrays until a time span has elapsed or a maximum size has been reached.
    ///
    ///     source   -1-2-----3-4-56-|
    ///     result   ------a------b--(c|)    source.buffer(timeSpan: .seconds(5), count: 3, scheduler: scheduler)
    ///     where    a = [1, 2], b = [3, 4, 5], c = [6]
    ///
    /// The time span starts with the first element of an array, so there is no timer while the buffer is empty, and
    /// arrays are never empty. On completion, the remaining elements are emitted immediately. On an error, they are
    /// dropped.
    ///
    /// The scheduler's clock determines when a time span has elapsed. If the timer is late because the scheduler is
    /// busy, an element that arrives after the time span starts a new array. The arrays whose time spans have elapsed
    /// are emitted by the late timer, with the next full array, or before a terminal event, including an error.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - timeSpan: The maximum time for which the first element of an array is buffered. Must be greater than zero.
    ///   - count: The maximum number of elements per array. Must be at least 1.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the arrays when it fires.
    /// - Returns: An observable of arrays of 1 to `count` elements.
    /// - Complexity: One timer per array; stores fewer than `count` elements, or more while the timer is late.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/buffer.html>. In RxSwift, a new time span starts when
    ///   the previous one ends, and empty arrays are emitted.
    public func buffer(
        timeSpan: Duration, count: Int, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<[Element]> {
        precondition(timeSpan > .zero, "buffer: the time span must be greater than zero, got \(timeSpan)")
        precondition(count > 0, "buffer: the count must be at least 1, got \(count)")
        return Observable<[Element]> { observer in
            let buffer = Buffer<Element>(
                timeSpan, count, scheduler, to: observer, at: OperatorCallSite("buffer", file, line))
            attach(Observer(buffer.source) { buffer.receive($0) })
        }
    }
}

private final class Buffer<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer with this number, set for this time, has fired.
        case timerFired(Int, Duration)
    }

    let turn = Turn<Message>()
    private let observer: Observer<[Element]>

    /// The scope of the source, which is stopped by a terminal event even before that event is delivered.
    let source: Scope
    private let site: OperatorCallSite
    private let timeSpan: Duration
    private let count: Int
    private let scheduler: any Scheduler
    private let slot: SerialWork
    private var waiting: [Element] = []

    /// The time at which the time span of the pending elements ends.
    private var due = Duration.zero

    /// Arrays whose time spans have elapsed while the timer is late.
    private var overdue: [[Element]] = []

    /// The number of the active timer; `nil` if there is none.
    private var timer: Int?
    private var timerCount = 0

    init(
        _ timeSpan: Duration, _ count: Int, _ scheduler: any Scheduler, to observer: Observer<[Element]>,
        at site: OperatorCallSite
    ) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.timeSpan = timeSpan
        self.count = count
        self.scheduler = scheduler
        slot = SerialWork(in: observer.scope)
    }

    var usesTrampoline: Bool { observer.scope.usesTrampoline }

    func receive(_ event: Event<Element>) {
        if event.isTerminal { source.stop() }
        send(.event(event))
    }

    func deliver(_ message: Message) {
        guard !observer.scope.isStopped else {
            waiting = []
            overdue = []
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(.next(let element)):
            collectOverdue()
            waiting.append(element)
            if waiting.count == count {
                cancelTimer()
                emitAll()
            } else if waiting.count == 1 {
                due = scheduler.time(after: timeSpan)
                if timer == nil { setTimer() }
            }
        case .event(.completed):
            cancelTimer()
            emitAll()
            if !observer.scope.isStopped { observer.send(.completed) }
        case .event(.error(let error)):
            cancelTimer()
            collectOverdue()
            waiting = []
            emitAll()
            if observer.scope.isStopped {
                source.reportUndelivered(error)
            } else {
                observer.fail(error, from: source, at: site)
            }
        case .timerFired(let number, let time):
            guard number == timer else { return }
            timer = nil
            // Timers may fire early, and some schedulers have no clock.
            if due <= max(scheduler.now, time) { return emitAll() }
            setTimer()
            emitOverdue()
        }
    }

    private func setTimer() {
        timerCount += 1
        timer = timerCount
        slot.schedule(after: due - scheduler.now, on: scheduler) { [timerCount, due] in
            self.send(.timerFired(timerCount, due))
        }
    }

    private func cancelTimer() {
        timer = nil
        slot.cancel()
    }

    private func collectOverdue() {
        guard !waiting.isEmpty, due < scheduler.now else { return }
        overdue.append(waiting)
        waiting = []
    }

    private func emitAll() {
        if !waiting.isEmpty { overdue.append(waiting) }
        waiting = []
        emitOverdue()
    }

    private func emitOverdue() {
        let arrays = overdue
        overdue = []
        for array in arrays where !observer.scope.isStopped { observer.send(.next(array)) }
    }
}
