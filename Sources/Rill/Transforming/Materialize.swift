extension ObservableConvertible {
    /// Emits each event, including the terminal event, as an element and then completes.
    ///
    ///     source   -1--2--|
    ///     result   -a--b--(c|)       source.materialize()
    ///     where    a = next(1), b = next(2), c = completed
    ///
    /// ![A marble diagram of `materialize`.](materialize)
    ///
    /// The result never fails, because errors are emitted as elements.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Returns: An observable of the source's events.
    /// - Complexity: O(1) per element.
    @inlinable
    public func materialize(file: StaticString = #fileID, line: UInt = #line) -> Observable<Event<Element>> {
        let location = CallSite(file, line)
        return Observable<Event<Element>> { observer in
            attach(
                Observer(observer.scope) { event in
                    guard event.isTerminal else { return observer.send(.next(event)) }
                    // Recorded because `dematerialize` or a closure may fail with the error later.
                    if case .error = event { observer.scope.note(OperatorCallSite("materialize", location)) }
                    observer.send(.next(event))
                    if !observer.scope.isStopped { observer.send(.completed) }
                })
        }
    }

    /// Converts elements that represent events back into events.
    ///
    /// Reverses `materialize`.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.materialize().dematerialize()
    ///
    /// ![A marble diagram of `dematerialize`.](dematerialize)
    ///
    /// The first terminal event, whether contained in an element or sent by the source itself, terminates the result
    /// and disposes the source.
    ///
    /// ## Errors
    /// Forwards the source's error, and the error contained in an element.
    ///
    /// - Returns: An observable of the elements contained in the events.
    /// - Complexity: O(1) per element.
    @inlinable
    public func dematerialize<Value: Sendable>(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> where Element == Event<Value> {
        let location = CallSite(file, line)
        return Observable<Value> { observer in
            startInChild(of: observer) { event, source in
                let inner: Event<Value> =
                    switch event {
                    case .next(let inner): inner
                    case .error(let error): .error(error)
                    case .completed: .completed
                    }
                if case .next = inner { return observer.send(inner) }
                source.beginStop()
                observer.forward(inner, from: source, at: OperatorCallSite("dematerialize", location))
            }
        }
    }
}
