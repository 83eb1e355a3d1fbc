extension ObservableConvertible {
    /// Calls closures as events pass, and changes nothing.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2--3--|       source.do(onNext: { print($0) })
    ///     printed  -1--2--3-
    ///
    /// `onNext` is called before the value goes on; `onError` and `onCompleted` before the end does; `onSubscribe` before the
    /// source is subscribed to; `onDispose` once when the subscription is over, however it ended.
    ///
    /// ## Errors
    /// Forwards the source's error; what `onNext`, `onError` or `onCompleted` throws.
    ///
    /// - Parameters:
    ///   - onNext: Takes each value.
    ///   - onError: Takes the failure.
    ///   - onCompleted: Called on completion.
    ///   - onSubscribe: Called for each subscription.
    ///   - onDispose: Called when a subscription is over.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/do.html>
    @inlinable
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            onSubscribe?()
            if let onDispose { observer.scope.onStop(onDispose) }
            attach(
                Observer(observer.scope) { event in
                    do {
                        switch event {
                        case .next(let element): try onNext?(element)
                        case .error(let error): try observer.scope.explaining { try onError?(error) }
                        case .completed: try onCompleted?()
                        }
                    } catch {
                        return observer.fail(error, at: Site("do", place))
                    }
                    observer.forward(event, at: Site("do", place))
                })
        }
    }
}
