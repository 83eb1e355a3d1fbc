extension ObservableConvertible {
    /// Emits each event as a value, the end too, then completes.
    ///
    ///     source   -1--2--|
    ///     result   -a--b--(c|)       source.materialize()
    ///     where    a = next(1), b = next(2), c = completed
    ///
    /// The result never fails: an error comes as a value.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the source's events, the last of them the end.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/materialize-dematerialize.html>
    @inlinable
    public func materialize(file: StaticString = #fileID, line: UInt = #line) -> Observable<Event<Element>> {
        let place = Place(file, line)
        return Observable<Event<Element>> { observer in
            attach(
                Observer(observer.scope) { event in
                    guard event.isTerminal else { return observer.send(.next(event)) }
                    // Noted, as the error may go on by `dematerialize` or be thrown again.
                    if case .error = event { observer.scope.note(Site("materialize", place)) }
                    observer.send(.next(event))
                    if !observer.scope.isStopped { observer.send(.completed) }
                })
        }
    }

    /// Turns values that are events back into the events: the reverse of `materialize`.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.materialize().dematerialize()
    ///
    /// The first value that is an end ends the result and disposes the source. A source that ends by itself ends the result
    /// too.
    ///
    /// ## Errors
    /// Forwards the source's error; the error that a value holds.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values in the events.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/materialize-dematerialize.html>
    @inlinable
    public func dematerialize<Value: Sendable>(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> where Element == Event<Value> {
        let place = Place(file, line)
        return Observable<Value> { observer in
            startInChild(of: observer) { event, source in
                let inner: Event<Value> =
                    switch event {
                    case .next(let inner): inner
                    case .error(let error): .error(error)
                    case .completed: .completed
                    }
                if case .next = inner { return observer.send(inner) }
                source.stop()
                observer.forward(inner, from: source, at: Site("dematerialize", place))
            }
        }
    }
}
