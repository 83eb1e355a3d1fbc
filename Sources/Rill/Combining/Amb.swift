public import Synchronization

extension Observable {
    /// The variant for observables; see `amb(_:file:line:)`.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: A cold observable of the events of the selected source.
    @inlinable
    public static func amb<Sources: Collection & Sendable>(
        _ sources: Sources, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Sources.Element == Observable {
        let location = CallSite(file, line)
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
                            scope.beginStop()
                            observer.forward(event, from: scope, at: OperatorCallSite("amb", location))
                        } else if let error = event.error {
                            observer.scope.reportUndelivered(error)
                        }
                    })
            }
        }
    }

    /// Emits the events of whichever source emits first, and disposes the others.
    ///
    ///     first    ---1--2--|
    ///     second   -8---9--|
    ///     result   -8---9--|         Observable.amb([first, second])
    ///
    /// ![A marble diagram of `amb`.](amb)
    ///
    /// A terminal event counts as a first event, too. Sources are subscribed to in order until one of them has emitted
    /// an event. If there are no sources, the result completes.
    ///
    /// ## Errors
    /// Forwards the error of the selected source.
    ///
    /// - Parameter sources: The competing sources.
    /// - Returns: A cold observable of the events of the selected source.
    /// - Complexity: O(1) per element; one atomic load.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public static func amb(
        _ sources: [any ObservableConvertible<Element>], file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        amb(sources.map { $0.asObservable() }, file: file, line: line)
    }
}

extension ObservableConvertible {
    /// Emits the events of this source or another source, whichever emits first, and disposes the other one.
    ///
    ///     source   ---1--2--|
    ///     other    -8---9--|
    ///     result   -8---9--|         source.amb(other)
    ///
    /// ![A marble diagram of `amb`.](amb-2)
    ///
    /// This source is subscribed to first. If it emits an event during its subscription, `other` is not subscribed to.
    ///
    /// ## Errors
    /// Forwards the error of the selected source.
    ///
    /// - Parameter other: The competing source.
    /// - Returns: An observable of the events of the selected source.
    /// - Complexity: O(1) per element; one atomic load.
    @inlinable
    public func amb(
        _ other: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        .amb([asObservable(), other], file: file, line: line)
    }

    /// Emits the events of this source or a source of any type, such as a subject; see `amb(_:file:line:)`.
    ///
    /// - Parameter other: The competing source.
    /// - Returns: An observable of the events of the selected source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func amb(
        _ other: some ObservableConvertible<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        amb(other.asObservable(), file: file, line: line)
    }
}

/// Determines which of several sources emits the first event.
///
/// Only the winner's events are forwarded. They do not overlap and need no further synchronization.
@usableFromInline
final class Race: Sendable {
    /// The scopes of the sources.
    @usableFromInline let scopes: [Scope]
    @usableFromInline let winner = Atomic(-1)

    @usableFromInline
    init(of count: Int, below scope: Scope) {
        scopes = (0..<count).map { _ in scope.makeChild() }
    }

    /// Returns whether the source that is emitting an event wins the race or has already won it.
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
