extension ObservableConvertible {
    /// Subscribes to the observable with closures for its events.
    ///
    ///     source   -1--2--3--|
    ///     printed  -1--2--3-         source.subscribe(onNext: { print($0) })
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
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let location = CallSite(file, line)
        let scope = Scope("subscribe", location)
        attach(
            Observer(scope) { event in
                switch event {
                case .next(let element):
                    // A closure of an operator may have disposed the subscription after the event was emitted.
                    if !scope.isStopped { onNext?(element) }
                case .error(let error):
                    scope.end(with: error, at: .subscription("subscribe", location), onError)
                case .completed:
                    if scope.stop() { onCompleted?() }
                }
            })
        return Disposable(scope)
    }
}
