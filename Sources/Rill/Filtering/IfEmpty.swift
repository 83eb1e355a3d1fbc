extension ObservableConvertible {
    /// Emits a default element if the source completes without emitting one.
    ///
    ///     source   ---|
    ///     result   ---(9|)           source.ifEmpty(default: 9)
    ///
    /// ![A marble diagram of `ifEmpty`.](ifEmpty-default)
    ///
    /// A nonempty source is forwarded unchanged.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter element: The default element.
    /// - Returns: An observable of at least one element.
    /// - Complexity: O(1) per element.
    @inlinable
    public func ifEmpty(
        default element: Element, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        ifEmpty(switchTo: .just(element, file: file, line: line), file: file, line: line)
    }

    /// Switches to another source if this one completes without emitting an element.
    ///
    ///     source   ---|
    ///     other       -8--9--|
    ///     result   ----8--9--|       source.ifEmpty(switchTo: other)
    ///
    /// ![A marble diagram of `ifEmpty`.](ifEmpty-switchTo)
    ///
    /// A nonempty source is forwarded unchanged, and `other` is not subscribed to. The empty source is disposed before
    /// `other` is subscribed to.
    ///
    /// ## Errors
    /// Forwards the error of either source. If this source fails, `other` is not subscribed to.
    ///
    /// - Parameter other: The source to switch to.
    /// - Returns: An observable of the elements of one of the two sources.
    /// - Complexity: O(1) per element.
    @inlinable
    public func ifEmpty(
        switchTo other: Observable<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let isEmpty = SerialState(true)
            let source = Observable<Element> { observer in
                attach(
                    Observer(observer.scope) { event in
                        if case .next = event { isEmpty.value = false }
                        observer.send(event)
                    })
            }
            Sequencer(observer, at: OperatorCallSite("ifEmpty", location)) { end in
                guard let end else { return .run(source) }
                guard isEmpty.value, case .completed = end else { return .end(end) }
                return .runLast(other)
            }.run()
        }
    }

    /// Switches to a source of any type, such as a subject, if this one is empty; see `ifEmpty(switchTo:file:line:)`.
    ///
    /// - Parameter other: The source to switch to.
    /// - Returns: An observable of the elements of one of the two sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func ifEmpty(
        switchTo other: some ObservableConvertible<Element>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        ifEmpty(switchTo: other.asObservable(), file: file, line: line)
    }
}
