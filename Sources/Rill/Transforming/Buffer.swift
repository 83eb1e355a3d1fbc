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

    /// Emits arrays of the values that come within a while, or of so many, whichever is reached first.
    ///
    ///     source   -1-2-----3-4-56-|
    ///     result   ------a------b--(c|)    source.buffer(timeSpan: .seconds(5), count: 3, scheduler: scheduler)
    ///     where    a = [1, 2], b = [3, 4, 5], c = [6]
    ///
    /// The while begins with the first value of an array, so that no value waits longer than that, and nothing runs as long
    /// as no value comes. No array is empty. On completion the rest is emitted at once, if there is any; on an error it is
    /// dropped.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - timeSpan: How long the first value of an array waits at most, more than zero.
    ///   - count: How many values make an array before that, one or more.
    ///   - scheduler: Who waits, and where arrays that waited are delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of arrays of one to `count` values.
    /// - Complexity: One timer per array; less than `count` values are kept.
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
        /// The timer that was set for this array.
        case rang(Int)
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
    private var number = 0

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
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(.next(let element)):
            waiting.append(element)
            if waiting.count == count {
                slot.cancel()
                emitWaiting()
            } else if waiting.count == 1 {
                wait()
            }
        case .event(.completed):
            slot.cancel()
            emitWaiting()
            if !observer.scope.isStopped { observer.send(.completed) }
        case .event(.error(let error)):
            slot.cancel()
            waiting = []
            observer.fail(error, from: source, at: site)
        case .rang(let ringing):
            if ringing == number { emitWaiting() }
        }
    }

    private func wait() {
        let number = number
        slot.schedule(after: timeSpan, on: scheduler) { self.send(.rang(number)) }
    }

    private func emitWaiting() {
        guard !waiting.isEmpty else { return }
        let array = waiting
        waiting = []
        number += 1
        observer.send(.next(array))
    }
}
