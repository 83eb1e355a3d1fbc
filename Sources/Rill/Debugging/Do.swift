extension ObservableConvertible {
    /// Performs side effects when events occur, without changing the stream.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2--3--|       source.do(onNext: { print($0) })
    ///     printed  -1--2--3-
    ///
    /// ![A marble diagram of `do`.](do)
    ///
    /// `onNext`, `onError`, and `onCompleted` are called before the event is forwarded. `onSubscribe` is called before
    /// the source is subscribed to, and `onSubscribed` afterward, when a synchronous source has already emitted its
    /// elements. `onDispose` is called once when the subscription ends for any reason, after the terminal event has been
    /// delivered.
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `onNext`, `onError`, or `onCompleted`.
    ///
    /// - Parameters:
    ///   - onNext: Called with each element.
    ///   - onError: Called with the error if the source fails.
    ///   - onCompleted: Called on completion.
    ///   - onSubscribe: Called for each subscription, before the source is subscribed to.
    ///   - onSubscribed: Called for each subscription, after the source has been subscribed to.
    ///   - onDispose: Called when a subscription ends.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: O(1) per element.
    @inlinable
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            onSubscribe?()
            if let onDispose { observer.scope.onStop(onDispose) }
            attach(
                Observer(observer.scope) { event in
                    do {
                        switch event {
                        case .next(let element): try onNext?(element)
                        case .error(let error): try observer.scope.withErrorTrace { try onError?(error) }
                        case .completed: try onCompleted?()
                        }
                    } catch {
                        return observer.fail(error, at: OperatorCallSite("do", location))
                    }
                    observer.forward(event, at: OperatorCallSite("do", location))
                })
            onSubscribed?()
        }
    }
}
