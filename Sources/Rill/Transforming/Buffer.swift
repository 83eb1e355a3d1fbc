extension ObservableConvertible {
    /// Emits arrays of so many values each, the last one of what is left.
    ///
    ///     source   -1--2--3--|
    ///     result   ----a-----(b|)    source.buffer(count: 2)
    ///     where    a = [1, 2], b = [3]
    ///
    /// On completion the rest is emitted, if there is any; on an error it is dropped. No array is empty.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - count: How many values make an array, one or more.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of arrays of one to `count` values.
    /// - Complexity: Constant per value; less than `count` values are kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/buffer.html>
    @inlinable
    public func buffer(
        count: Int, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<[Element]> {
        precondition(count > 0, "buffer needs a count of one or more, got \(count)")
        let place = Place(file, line)
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
                        observer.fail(error, at: Site("buffer", place))
                    case .completed:
                        if !waiting.value.isEmpty { observer.send(.next(waiting.value)) }
                        if !observer.scope.isStopped { observer.send(.completed) }
                    }
                })
        }
    }

    /// Emits arrays of the elements that arrive within a time span, or of a number of them, whichever is reached first.
    ///
    ///     source   -1-2-----3-4-56-|
    ///     result   ------a------b--(c|)    source.buffer(timeSpan: .seconds(5), count: 3, scheduler: scheduler)
    ///     where    a = [1, 2], b = [3, 4, 5], c = [6]
    ///
    /// The time span begins with the first element of an array, so that no element waits longer than that, and no timer
    /// runs while there is no element. No array is empty. On completion the remaining elements are emitted at once; on an
    /// error they are dropped.
    ///
    /// The time span ends by the scheduler's clock. An element that arrives after it, while the timer is late because the
    /// scheduler is busy, begins the next array; the late timer, a full array or the end of the source emits the first.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - timeSpan: The longest time that the first element of an array waits, more than zero.
    ///   - count: The number of elements that fill an array before that, one or more.
    ///   - scheduler: The scheduler of the timer, which delivers waiting arrays, and of the clock.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of arrays of one to `count` elements.
    /// - Complexity: One timer per array; fewer than `count` elements are kept, more while the timer is late.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/buffer.html>. RxSwift's begins a new array with the time
    ///   span of the last, and emits empty ones.
    public func buffer(
        timeSpan: Duration, count: Int, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<[Element]> {
        precondition(timeSpan > .zero, "buffer needs a time span of more than zero, got \(timeSpan)")
        precondition(count > 0, "buffer needs a count of one or more, got \(count)")
        return Observable<[Element]> { observer in
            let buffer = Buffer<Element>(timeSpan, count, scheduler, to: observer, at: Site("buffer", file, line))
            attach(Observer(buffer.source) { buffer.take($0) })
        }
    }
}

private final class Buffer<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer with this number, which was set for this time.
        case rang(Int, Duration)
    }

    let turn = Turn<Message>()
    private let observer: Observer<[Element]>

    /// The scope of the source, which ends with it though the end may have to wait its turn.
    let source: Scope
    private let site: Site
    private let timeSpan: Duration
    private let count: Int
    private let scheduler: any Scheduler
    private let slot: WorkSlot
    private var waiting: [Element] = []

    /// When the time span of the waiting elements ends.
    private var due = Duration.zero

    /// Arrays whose time span has ended, for the late timer to emit.
    private var overdue: [[Element]] = []

    /// The number of the timer that runs; nil while none does.
    private var timer: Int?
    private var timerCount = 0

    init(
        _ timeSpan: Duration, _ count: Int, _ scheduler: any Scheduler, to observer: Observer<[Element]>, at site: Site
    ) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.timeSpan = timeSpan
        self.count = count
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
        case .rang(let number, let time):
            guard number == timer else { return }
            timer = nil
            // A timer may be early by the clock, and a scheduler may let no time pass at all.
            if due <= max(scheduler.now, time) { return emitAll() }
            setTimer()
            emitOverdue()
        }
    }

    private func setTimer() {
        timerCount += 1
        timer = timerCount
        slot.schedule(after: due - scheduler.now, on: scheduler) { [timerCount, due] in
            self.send(.rang(timerCount, due))
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
