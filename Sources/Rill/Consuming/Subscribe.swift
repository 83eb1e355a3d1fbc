extension ObservableConvertible {
    /// Subscribes to the observable with closures for its events.
    ///
    ///     source   -1--2--3--|
    ///     printed  -1--2--3-         source.subscribe(onNext: { print($0) })
    ///
    /// ![A marble diagram of `subscribe`.](subscribe-2)
    ///
    /// The closures are called one at a time, on the thread that delivers the event. After the terminal event or
    /// disposal, they are released and not called again.
    ///
    /// ## Errors
    /// Without `onError`, an error is passed to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - onNext: Called with each element.
    ///   - onError: Called with the error if the stream fails.
    ///   - onCompleted: Called when the stream completes.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    @inlinable
    @_disfavoredOverload  // see `MainActorObservable`
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let scope = Scope("subscribe", CallSite(file, line), begins: true)
        // The closure captures few values, so that the compiler can pass them in registers.
        let end = onError == nil && onCompleted == nil ? nil : EndHandlers(onError, onCompleted)
        @inline(__always)
        @Sendable
        func receive(_ event: Event<Element>) {
            switch event {
            case .next(let element):
                // A closure of an operator may have disposed the subscription after the event was emitted.
                if scope.admitsElement { onNext?(element) }
            case .error(let error):
                scope.end(with: error, at: .subscription("subscribe", scope.callSite), end?.onError)
            case .completed:
                scope.complete { end?.onCompleted?() }
            }
        }
        attach(Observer(scope, send: receive))
        return Disposable(scope)
    }
}

/// The closures of a subscriber that handle terminal events.
@usableFromInline
final class EndHandlers: Sendable {
    @usableFromInline let onError: (@Sendable (any Error) -> Void)?
    @usableFromInline let onCompleted: (@Sendable () -> Void)?

    @inlinable
    init(_ onError: (@Sendable (any Error) -> Void)?, _ onCompleted: (@Sendable () -> Void)?) {
        self.onError = onError
        self.onCompleted = onCompleted
    }
}
