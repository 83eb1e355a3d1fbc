extension ObservableConvertible {
    /// Starts the stream and takes its events in one closure.
    ///
    /// The closure is called for one event at a time, where the stream delivers; after the end or disposal it is released
    /// and never called again.
    ///
    /// - Parameters:
    ///   - onEvent: Takes each event.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: A handle that ends the subscription. Dropping it does not.
    @inlinable
    public func subscribe(
        _ onEvent: @escaping @Sendable (Event<Element>) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let scope = Scope("subscribe", Place(file, line))
        attach(
            Observer(scope) { event in
                if case .error(let error) = event {
                    scope.end(with: error, at: .subscription("subscribe", Place(file, line))) { _ in onEvent(event) }
                } else if event.isTerminal ? scope.stop() : !scope.isStopped {
                    onEvent(event)
                }
            })
        return Disposable(scope)
    }

    /// Starts the stream and takes its events on the main actor.
    ///
    ///     tags.subscribe(on: MainActor.shared, onNext: { self.label.text = $0.first?.id })
    ///
    /// The events arrive through the main queue, in order, as by ``ObservableConvertible/observeOn(_:bufferSize:onOverflow:file:line:)``. Disposed on the main actor,
    /// nothing follows.
    ///
    /// ## Errors
    /// An error with no `onError` to take it goes to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - actor: The main actor.
    ///   - onNext: Takes each value.
    ///   - onError: Takes the failure, if the stream ends by one.
    ///   - onCompleted: Called if the stream ends by success.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: A handle that ends the subscription. Dropping it does not.
    public func subscribe(
        on actor: MainActor,
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let scope = Scope("subscribe", Place(file, line))
        observeOn(MainScheduler.shared, file: file, line: line).start(
            Observer(scope) { event in
                MainActor.assumeIsolated {
                    switch event {
                    case .next(let element):
                        if !scope.isStopped { onNext?(element) }
                    case .error(let error):
                        scope.end(with: error, at: .subscription("subscribe", Place(file, line)), onError)
                    case .completed:
                        if scope.stop() { onCompleted?() }
                    }
                }
            })
        return Disposable(scope)
    }

    /// Starts the stream and takes its events for an owner, which it does not keep alive.
    ///
    /// When an event finds the owner gone, the subscription is disposed.
    ///
    /// ## Errors
    /// An error with no `onError` to take it goes to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - owner: Held weakly; handed to the closures, which need not capture it.
    ///   - onNext: Takes each value.
    ///   - onError: Takes the failure, if the stream ends by one.
    ///   - onCompleted: Called if the stream ends by success.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: A handle that ends the subscription. Dropping it does not.
    public func subscribe<Owner: AnyObject & Sendable>(
        with owner: Owner,
        onNext: (@Sendable (Owner, Element) -> Void)? = nil,
        onError: (@Sendable (Owner, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (Owner) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let scope = Scope("subscribe", Place(file, line))
        attach(
            Observer(scope) { [weak owner] event in
                guard let owner else {
                    scope.stop()
                    if let error = event.error { scope.reportUndelivered(error) }
                    return
                }
                switch event {
                case .next(let element):
                    if !scope.isStopped { onNext?(owner, element) }
                case .error(let error):
                    scope.end(
                        with: error, at: .subscription("subscribe", Place(file, line)),
                        onError.map { onError in { onError(owner, $0) } })
                case .completed:
                    if scope.stop() { onCompleted?(owner) }
                }
            })
        return Disposable(scope)
    }
}
