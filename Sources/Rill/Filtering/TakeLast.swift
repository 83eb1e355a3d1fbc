extension ObservableConvertible {
    /// Emits the last elements when the source completes.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(23|)   source.takeLast(2)
    ///
    /// ![A marble diagram of `takeLast`.](takeLast)
    ///
    /// The source is disposed after the elements have been emitted. Supports back-pressure: a paused subscriber receives
    /// the elements after it resumes. If the source fails, the elements are dropped.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter count: The maximum number of elements. Must not be negative.
    /// - Returns: An observable of at most `count` elements.
    /// - Complexity: O(1) per element; stores `count` elements.
    @inlinable
    public func takeLast(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(count >= 0, "takeLast: the count must not be negative, got \(count)")
        guard count > 0 else { return .empty() }
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let last = SerialState(Fifo<Element>())
            startInChild(of: observer) { event, source in
                if case .next(let element) = event {
                    last.value.append(element)
                    if last.value.count > count { _ = last.value.popFirst() }
                    return
                }
                source.beginStop()
                if case .completed = event {
                    observer.pump(last, readsAhead: true, at: OperatorCallSite("takeLast", location)) { $0.popFirst() }
                } else {
                    observer.forward(event, from: source, at: OperatorCallSite("takeLast", location))
                }
            }
        }
    }
}
