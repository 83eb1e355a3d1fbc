extension ObservableConvertible {
    /// Starts the stream and takes its events in closures.
    ///
    /// The closures are called one at a time, where the stream delivers; after the end or disposal they are released and
    /// never called again.
    ///
    /// ## Errors
    /// An error with no `onError` to take it goes to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - onNext: Takes each value.
    ///   - onError: Takes the failure, if the stream ends by one.
    ///   - onCompleted: Called if the stream ends by success.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: A handle that ends the subscription. Dropping it does not.
    @inlinable
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        let place = Place(file, line)
        let scope = Scope("subscribe", place)
        attach(
            Observer(scope) { event in
                switch event {
                case .next(let element):
                    // Disposed on its way here, by a closure of an operator.
                    if !scope.isStopped { onNext?(element) }
                case .error(let error):
                    scope.end(with: error, at: .subscription("subscribe", place), onError)
                case .completed:
                    if scope.stop() { onCompleted?() }
                }
            })
        return Disposable(scope)
    }
}
