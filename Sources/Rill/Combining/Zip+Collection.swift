public import Synchronization

extension Observable {
    /// The variant for observables; see `zip(_:file:line:)`.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: An observable of arrays, in the order of the sources.
    @inlinable
    public static func zip<Part: Sendable>(
        _ sources: some Collection<Observable<Part>> & Sendable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == [Part] {
        Observable { observer in
            let zip = ZipCollection<Part>(to: observer, at: OperatorCallSite("zip", file, line), count: sources.count)
            if sources.isEmpty { return observer.send(.completed) }
            for (index, source) in sources.enumerated() where !observer.scope.isStopped {
                source.start(Observer<Part>(zip.gates[index].scope) { zip.receive($0, from: index) })
            }
        }
    }

    /// Combines corresponding elements of several sources into arrays.
    ///
    ///     first    -1--2-----3---|
    ///     second   ---4---5-------6--|
    ///     result   ---x---y-------(z|)    Observable.zip([first, second])
    ///     where    x = [1, 4], y = [2, 5], z = [3, 6]
    ///
    /// ![A marble diagram of `zip`.](zip)
    ///
    /// Buffering and completion are the same as for the two-source `zip`. If there are no sources, the result completes
    /// immediately.
    ///
    /// ## Errors
    /// The first error of any source terminates the result. Fails with ``StreamError/Code/bufferOverflow`` if a buffer
    /// overflows.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: An observable of arrays with one element of each source, in the order of the sources.
    /// - Complexity: Four atomic operations per element, and one array per result.
    @_disfavoredOverload  // keeps type checking fast
    public static func zip<Part: Sendable>(
        _ sources: [any ObservableConvertible<Part>], file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Element == [Part] {
        zip(sources.map { $0.asObservable() }, file: file, line: line)
    }
}

@usableFromInline
final class ZipCollection<Part: Sendable>: ObserverDrainLoop, @unchecked Sendable {
    // `queues`, `hasEnded`, and `emptyCount` are guarded by `turn`; `hasEmitted` is atomic.
    @usableFromInline typealias Message = (index: Int, event: Event<Part>)

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let gates: [BackPressureGate]
    @usableFromInline let observer: Observer<[Part]>
    @usableFromInline let site: OperatorCallSite
    @usableFromInline var queues: [Fifo<Part>]
    @usableFromInline var hasEnded: [Bool]

    /// The number of empty queues.
    ///
    /// With this count, the cost of an event does not depend on the number of sources.
    @usableFromInline var emptyCount: Int

    /// Whether an array has been emitted since `turnEnded` last checked the gates.
    @usableFromInline let hasEmitted = Atomic(false)

    @usableFromInline
    init(to observer: Observer<[Part]>, at site: OperatorCallSite, count: Int) {
        self.observer = observer
        self.site = site
        gates = (0..<count).map { _ in BackPressureGate(scope: observer.scope.makeChild(), capacity: 1_024, "zip") }
        queues = Array(repeating: Fifo(), count: count)
        hasEnded = Array(repeating: false, count: count)
        emptyCount = count
    }

    @inlinable
    func receive(_ event: Event<Part>, from index: Int) {
        let gate = gates[index]
        var event = event
        if event.isTerminal {
            gate.scope.beginStop()
        } else if gate.enter() >= gate.capacity {
            event = .error(StreamError.bufferOverflow(of: "zip", capacity: gate.capacity))
        }
        turn.stopHolding(for: event)
        send((index, event))
    }

    @inlinable
    func turnEnded() {
        guard hasEmitted.exchange(false, ordering: .acquiringAndReleasing) else { return }
        for gate in gates { gate.openIfLow() }
    }

    @inlinable
    func deliver(_ message: Message) {
        guard !observer.scope.isStopped else { return gates[message.index].scope.reportUndelivered(message.event) }
        switch message.event {
        case .next(let part):
            if queues[message.index].isEmpty { emptyCount -= 1 }
            queues[message.index].append(part)
            if emptyCount == 0 { emit() }
        case .error(let error):
            observer.fail(error, from: gates[message.index].scope, at: site)
        case .completed:
            hasEnded[message.index] = true
            if queues[message.index].isEmpty { observer.send(.completed) }
            gates[message.index].scope.finishStop()
        }
    }

    @inlinable
    func emit() {
        hasEmitted.store(true, ordering: .releasing)
        var parts: [Part] = []
        parts.reserveCapacity(queues.count)
        var isComplete = false
        for index in queues.indices {
            if let part = queues[index].popFirst() { parts.append(part) }
            gates[index].leave()
            guard queues[index].isEmpty else { continue }
            emptyCount += 1
            if hasEnded[index] { isComplete = true }
        }
        observer.send(.next(parts))
        if isComplete, !observer.scope.isStopped { observer.send(.completed) }
    }
}
