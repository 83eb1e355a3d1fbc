extension ObservableConvertible {
    /// Emits a value in the place of none, when the source completes.
    ///
    ///     source   ---|
    ///     result   ---(9|)           source.ifEmpty(default: 9)
    ///
    /// A source that emits values passes unchanged.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - element: The value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of at least one value.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/defaultifempty.html>
    @inlinable
    public func ifEmpty(
        default element: Element, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        ifEmpty(switchTo: .just(element, file: file, line: line), file: file, line: line)
    }

    /// Goes on with another source when this one completes without a value.
    ///
    ///     source   ---|
    ///     other       -8--9--|
    ///     result   ----8--9--|       source.ifEmpty(switchTo: other)
    ///
    /// A source that emits values passes unchanged, and the other is not subscribed to. The empty source is released before
    /// the other is subscribed to.
    ///
    /// ## Errors
    /// Forwards the error of either; this source's error means that the other is not subscribed to.
    ///
    /// - Parameters:
    ///   - other: What to go on with.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of one source or the other.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/defaultifempty.html>
    @inlinable
    public func ifEmpty(
        switchTo other: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            let isEmpty = SerialState(true)
            let source = Observable<Element> { observer in
                attach(
                    Observer(observer.scope) { event in
                        if case .next = event { isEmpty.value = false }
                        observer.send(event)
                    })
            }
            Sequencer(observer, at: Site("ifEmpty", place)) { end in
                guard let end else { return .run(source) }
                guard isEmpty.value, case .completed = end else { return .end(end) }
                return .runLast(other)
            }.run()
        }
    }
}
