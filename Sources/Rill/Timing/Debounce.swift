extension ObservableConvertible {
    /// Emits a value once no other has followed it for a while.
    ///
    ///     source   -1-2-3-----4-|
    ///     result   --------3----(4|)    source.debounce(.seconds(3), scheduler: scheduler)
    ///
    /// On completion a value that waits is emitted at once; on an error it is dropped.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: How long no other value must come.
    ///   - scheduler: Who waits, and where values are delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of those values that are followed by silence.
    /// - Complexity: One timer per value; one value is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/debounce.html>
    public func debounce(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let debounce = Debounce(dueTime, scheduler, to: observer, at: Site("debounce", file, line))
            attach(Observer(debounce.source) { debounce.take($0) })
        }
    }
}

private final class Debounce<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        case rang(Int)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>

    /// The scope of the source, which ends with it though the end may have to wait its turn.
    let source: Scope
    private let site: Site
    private let dueTime: Duration
    private let scheduler: any Scheduler
    private let slot: WorkSlot
    private var waiting: Element?
    private var number = 0

    init(_ dueTime: Duration, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: Site) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.dueTime = dueTime
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
            waiting = element
            number += 1
            let number = number
            slot.schedule(after: dueTime, on: scheduler) { self.send(.rang(number)) }
        case .event(.completed):
            slot.cancel()
            emitWaiting()
            if !observer.scope.isStopped { observer.send(.completed) }
        case .event(.error(let error)):
            slot.cancel()
            waiting = nil
            observer.fail(error, from: source, at: site)
        case .rang(let ringing):
            if ringing == number { emitWaiting() }
        }
    }

    private func emitWaiting() {
        if let element = waiting.take() { observer.send(.next(element)) }
    }
}
