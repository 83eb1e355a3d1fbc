public import Synchronization

extension Observable {
    /// Emits the events of that one of several sources which sends the first event, and disposes the rest.
    ///
    ///     first    ---1--2--|
    ///     second   -8---9--|
    ///     result   -8---9--|         Observable.amb([first, second])
    ///
    /// An end counts as much as a value: who fails first has won. All are subscribed to in order, until one has won. With no
    /// source at all the result completes.
    ///
    /// ## Errors
    /// Forwards the winner's error.
    ///
    /// - Parameters:
    ///   - sources: Which to choose from.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the events of one source.
    /// - Complexity: Constant per value, without an atomic operation but for a load.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/amb.html>
    @inlinable
    public static func amb<Sources: Collection & Sendable>(
        _ sources: Sources, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Sources.Element == Observable {
        let place = Place(file, line)
        return Observable { observer in
            guard !sources.isEmpty else { return observer.send(.completed) }
            let race = Race(of: sources.count, below: observer.scope)
            for (number, source) in sources.enumerated() {
                let scope = race.scopes[number]
                if scope.isStopped { return }
                source.start(
                    Observer(scope) { event in
                        if case .next = event {
                            if race.isWon(by: number) { observer.send(event) }
                        } else if race.isWon(by: number) {
                            scope.stop()
                            observer.forward(event, from: scope, at: Site("amb", place))
                        } else if let error = event.error {
                            observer.scope.reportUndelivered(error)
                        }
                    })
            }
        }
    }
}

extension ObservableConvertible {
    /// Emits the events of this source or of another, whichever sends the first event, and disposes the loser.
    ///
    ///     source   ---1--2--|
    ///     other    -8---9--|
    ///     result   -8---9--|         source.amb(other)
    ///
    /// This source is subscribed to first; the other is not, if this one sends something meanwhile.
    ///
    /// ## Errors
    /// Forwards the winner's error.
    ///
    /// - Parameters:
    ///   - other: Which to choose from besides this one.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the events of one of the two.
    /// - Complexity: Constant per value, without an atomic operation but for a load.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/amb.html>
    @inlinable
    public func amb(
        _ other: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        .amb([asObservable(), other], file: file, line: line)
    }
}

/// Decides which of several sources has sent the first event.
///
/// Only the winner's events pass, and they come one at a time already: there is nothing to put in order.
@usableFromInline
final class Race: Sendable {
    /// One for each source.
    @usableFromInline let scopes: [Scope]
    @usableFromInline let winner = Atomic(-1)

    @usableFromInline
    init(of count: Int, below scope: Scope) {
        // Backwards, as what was made last is resumed first after a pause: the first source goes first.
        scopes = (0..<count).map { _ in scope.makeChild() }.reversed()
    }

    /// Whether a source that sends an event has won, now or before.
    @inlinable
    func isWon(by number: Int) -> Bool {
        let winner = winner.load(ordering: .relaxed)
        return winner == number || (winner < 0 && win(number))
    }

    @usableFromInline
    func win(_ number: Int) -> Bool {
        guard winner.compareExchange(expected: -1, desired: number, ordering: .relaxed).exchanged else { return false }
        for (other, scope) in scopes.enumerated() where other != number { scope.stop() }
        return true
    }
}
