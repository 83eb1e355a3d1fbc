extension Observable {
    /// Combines corresponding elements of two sources with a closure: the first with the first, and so on.
    ///
    ///     first    -1--2-----3---|
    ///     second   ---a---b-------c--|
    ///     result   ---x---y-------(z|)    Observable.zip(first, second) { "\($0)\($1)" }
    ///     where    x = 1a, y = 2b, z = 3c
    ///
    /// ![A marble diagram of `zip`.](zip-2)
    ///
    /// Elements are buffered until the other source emits the corresponding element. A source that is 768 elements
    /// ahead of the other is paused. If it does not support back-pressure, the result fails when the source is more
    /// than 1,024 elements ahead. Completes when one of the sources has completed and all of its elements have been
    /// combined.
    ///
    /// ## Errors
    /// The first error of either source terminates the result, as does any error thrown by `transform`. Fails with
    /// ``StreamError/Code/bufferOverflow`` if a buffer overflows.
    ///
    /// - Parameters:
    ///   - first: The first source.
    ///   - second: The second source.
    ///   - transform: A closure that combines one element of each source.
    /// - Returns: An observable of the combined elements.
    /// - Complexity: Four atomic operations per element.
    @inlinable
    public static func zip<First: Sendable, Second: Sendable>(
        _ first: Observable<First>, _ second: Observable<Second>,
        _ transform: @escaping @Sendable (First, Second) throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let location = CallSite(file, line)
        return Observable { observer in
            let zip = Zip(to: observer, at: OperatorCallSite("zip", location), transform)
            @inline(__always)
            @Sendable
            func receiveFirst(_ event: Event<First>) { zip.receiveFirst(event) }
            @inline(__always)
            @Sendable
            func receiveSecond(_ event: Event<Second>) { zip.receiveSecond(event) }
            first.start(Observer(zip.first.scope, send: receiveFirst))
            if !observer.scope.isStopped { second.start(Observer(zip.second.scope, send: receiveSecond)) }
        }
    }
}

/// The state of a two-source `zip`.
///
/// At least one of the two queues is always empty.
@usableFromInline
final class Zip<First: Sendable, Second: Sendable, Element: Sendable>: ObserverDrainLoop, @unchecked Sendable {
    // The queues and the termination flags are guarded by `turn`.
    @usableFromInline typealias Message = PairEvent<First, Second>

    @usableFromInline let turn = Turn<Message>()
    @usableFromInline let observer: Observer<Element>
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let transform: @Sendable (First, Second) throws -> Element
    @usableFromInline let first: BackPressureGate
    @usableFromInline let second: BackPressureGate
    @usableFromInline @exclusivity(unchecked) var firsts = Fifo<First>()
    @usableFromInline @exclusivity(unchecked) var seconds = Fifo<Second>()
    @usableFromInline @exclusivity(unchecked) var firstHasEnded = false
    @usableFromInline @exclusivity(unchecked) var secondHasEnded = false

    @usableFromInline
    init(
        to observer: Observer<Element>, at site: OperatorCallSite,
        _ transform: @escaping @Sendable (First, Second) throws -> Element
    ) {
        self.observer = observer
        self.site = site
        self.transform = transform
        first = BackPressureGate(scope: observer.scope.makeChild(), capacity: 1_024, "zip")
        second = BackPressureGate(scope: observer.scope.makeChild(), capacity: 1_024, "zip")
    }

    @inlinable
    func receiveFirst(_ event: Event<First>) {
        send(.first(entering(first, event)))
    }

    @inlinable
    func receiveSecond(_ event: Event<Second>) {
        send(.second(entering(second, event)))
    }

    /// Returns an event of a source, or the error that replaces an element beyond the capacity of the buffer.
    @inlinable
    func entering<Part>(_ gate: BackPressureGate, _ event: Event<Part>) -> Event<Part> {
        var event = event
        if case .next = event {
            if gate.enter() < gate.capacity { return event }
            event = .error(StreamError.bufferOverflow(of: "zip", capacity: gate.capacity))
        } else {
            gate.scope.beginStop()
        }
        turn.stopHolding(for: event)
        return event
    }

    @inlinable
    func deliver(_ message: Message) {
        guard !observer.scope.isStopped else { return message.reportUndelivered(in: observer.scope) }
        switch message {
        case .first(.next(let element)):
            guard let partner = seconds.popFirst() else { return firsts.append(element) }
            emit(element, partner)
        case .second(.next(let element)):
            guard let partner = firsts.popFirst() else { return seconds.append(element) }
            emit(partner, element)
        case .first(.error(let error)):
            observer.fail(error, from: first.scope, at: site)
        case .second(.error(let error)):
            observer.fail(error, from: second.scope, at: site)
        case .first(.completed):
            firstHasEnded = true
            completeIfDone()
            first.scope.finishStop()
        case .second(.completed):
            secondHasEnded = true
            completeIfDone()
            second.scope.finishStop()
        }
    }

    @inlinable
    func turnEnded() {
        first.openIfLow()
        second.openIfLow()
    }

    @inlinable
    func emit(_ one: First, _ other: Second) {
        first.leave()
        second.leave()
        do {
            observer.send(.next(try transform(one, other)))
        } catch {
            return observer.fail(error, at: site)
        }
        completeIfDone()
    }

    @inlinable
    func completeIfDone() {
        if (firstHasEnded && firsts.isEmpty) || (secondHasEnded && seconds.isEmpty), !observer.scope.isStopped {
            observer.send(.completed)
        }
    }
}
