extension Observable {
    /// The variant for observables; see `combineLatest(_:file:line:)`.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: An observable of arrays, in the order of the sources.
    @inlinable
    public static func combineLatest<Part: Sendable>(
        _ sources: some Collection<Observable<Part>> & Sendable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == [Part] {
        Observable { observer in
            let latest = CombineLatestCollection<Part>(
                to: observer, at: OperatorCallSite("combineLatest", file, line), count: sources.count)
            if sources.isEmpty { return observer.send(.completed) }
            for (index, source) in sources.enumerated() where !observer.scope.isStopped {
                let scope = latest.scopes[index]
                source.start(
                    Observer(scope) { event in
                        if event.isTerminal {
                            scope.beginStop()
                            latest.turn.stopHolding(for: event)
                            if case .error = event { latest.gate.scope.adopt(from: scope) }
                        }
                        latest.send((index, event))
                    })
            }
        }
    }

    /// Combines the latest element of each source into an array, whenever any source emits an element.
    ///
    ///     first    -1-----2-----|
    ///     second   ---4-----5--|
    ///     result   ---x---y-z---|    Observable.combineLatest([first, second])
    ///     where    x = [1, 4], y = [2, 4], z = [2, 5]
    ///
    /// ![A marble diagram of `combineLatest`.](combineLatest)
    ///
    /// Emits only after all sources have emitted an element. Completes when all sources have completed, or when one
    /// completes without emitting an element. If there are no sources, the result completes immediately.
    ///
    /// ## Errors
    /// The first error of any source terminates the result.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: An observable of arrays with the latest element of each source, in the order of the sources.
    /// - Complexity: Two atomic operations per element, and one array per result.
    @_disfavoredOverload  // keeps type checking fast
    public static func combineLatest<Part: Sendable>(
        _ sources: [any ObservableConvertible<Part>], file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == [Part] {
        combineLatest(sources.map { $0.asObservable() }, file: file, line: line)
    }
}

@usableFromInline
final class CombineLatestCollection<Part: Sendable>: ObserverDrainLoop, @unchecked Sendable {
    // Variables are guarded by `turn`.
    @usableFromInline typealias Message = (index: Int, event: Event<Part>)

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let gate: BackPressureGate

    /// The scopes of the sources.
    @usableFromInline let scopes: [Scope]
    @usableFromInline let observer: Observer<[Part]>
    @usableFromInline let site: OperatorCallSite
    @usableFromInline var latest: [Part?]

    /// The latest elements when all sources have emitted one.
    ///
    /// Replacing an element copies the array only if a subscriber keeps it.
    @usableFromInline var values: [Part] = []

    /// The number of sources that have not emitted an element yet.
    @usableFromInline var missingCount: Int
    @usableFromInline var running: Int

    @inlinable
    init(to observer: Observer<[Part]>, at site: OperatorCallSite, count: Int) {
        self.observer = observer
        self.site = site
        gate = BackPressureGate(scope: observer.scope.makeIntermediate(), capacity: 64)
        scopes = (0..<count).map { [gate] _ in gate.scope.makeChild() }
        latest = Array(repeating: nil, count: count)
        missingCount = count
        running = count
    }

    @inlinable
    var backPressureGate: BackPressureGate? { gate }

    @inlinable
    func deliver(_ message: Message) {
        guard !observer.scope.isStopped else { return observer.scope.reportUndelivered(message.event) }
        switch message.event {
        case .next(let part):
            if missingCount == 0 {
                values[message.index] = part
            } else {
                if latest[message.index] == nil { missingCount -= 1 }
                latest[message.index] = part
                guard missingCount == 0 else { return }
                values = latest.compactMap(\.self)
                latest = []
            }
            observer.send(.next(values))
        case .error(let error):
            observer.fail(error, from: gate.scope, at: site)
        case .completed:
            running -= 1
            if running == 0 || missingCount > 0 && latest[message.index] == nil {
                observer.send(.completed)
            } else {
                scopes[message.index].finishStop()
            }
        }
    }
}
