extension ObservableConvertible {
    /// Subscribes to the observable with a closure that receives all events.
    ///
    ///     source   -1--2--|
    ///     printed  -a--b--c          source.subscribe { print($0) }
    ///     where    a = next(1), b = next(2), c = completed
    ///
    /// ![A marble diagram of `subscribe`.](subscribe)
    ///
    /// The closure is called for one event at a time, on the thread that delivers the event. After the terminal event
    /// or disposal, it is released and not called again.
    ///
    /// - Parameter onEvent: Called with each event.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    @inlinable
    @_disfavoredOverload  // see `MainActorObservable`
    public func subscribe(
        _ onEvent: @escaping @Sendable (Event<Element>) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        subscribe(Scope("subscribe", CallSite(file, line), begins: true), onEvent)
    }

    /// Passes all events to a closure until the scope stops.
    @inlinable
    func subscribe(_ scope: Scope, _ onEvent: @escaping @Sendable (Event<Element>) -> Void) -> Disposable {
        attach(
            Observer(scope) { event in
                if case .error(let error) = event {
                    scope.end(with: error, at: .subscription("subscribe", scope.callSite)) { _ in onEvent(event) }
                } else if event.isTerminal {
                    scope.complete { onEvent(event) }
                } else if scope.admitsElement {
                    onEvent(event)
                }
            })
        return Disposable(scope)
    }

    /// Subscribes to the observable on behalf of an owner, which is referenced weakly.
    ///
    ///     source   -1--2--3--|
    ///     printed  -1--2--3-         source.subscribe(with: owner, onNext: { owner, number in print(number) })
    ///
    /// ![A marble diagram of `subscribe`.](subscribe-with)
    ///
    /// If an event arrives after the owner has been deallocated, the subscription is disposed.
    ///
    /// ## Errors
    /// Without `onError`, an error is passed to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - owner: The owner. It is passed to the closures, so that they do not need to capture it.
    ///   - onNext: Called with the owner and each element.
    ///   - onError: Called with the owner and the error if the stream fails.
    ///   - onCompleted: Called with the owner when the stream completes.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    @_disfavoredOverload  // see `MainActorObservable`
    public func subscribe<Owner: AnyObject & Sendable>(
        with owner: Owner,
        onNext: (@Sendable (Owner, Element) -> Void)? = nil,
        onError: (@Sendable (Owner, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (Owner) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let scope = Scope("subscribe", CallSite(file, line), begins: true)
        attach(
            Observer(scope) { [weak owner] event in
                guard let owner else {
                    // Reported before the subscription ends, because a ledger waits for its end.
                    scope.reportUndelivered(event)
                    scope.stop()
                    return
                }
                switch event {
                case .next(let element):
                    if scope.admitsElement { onNext?(owner, element) }
                case .error(let error):
                    scope.end(
                        with: error, at: .subscription("subscribe", CallSite(file, line)),
                        onError.map { onError in { onError(owner, $0) } })
                case .completed:
                    scope.complete { onCompleted?(owner) }
                }
            })
        return Disposable(scope)
    }
}
