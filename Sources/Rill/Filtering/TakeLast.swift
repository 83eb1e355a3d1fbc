extension ObservableConvertible {
    /// Emits the last values, when the source completes.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(23|)   source.takeLast(2)
    ///
    /// The source is released before they are emitted; where the subscriber is paused, they wait. On an error they are
    /// dropped.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - count: How many values, zero or more.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of at most `count` values.
    /// - Complexity: Constant per value; `count` values are kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/takelast.html>
    @inlinable
    public func takeLast(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(count >= 0, "takeLast needs a count of zero or more, got \(count)")
        let place = Place(file, line)
        return Observable<Element> { observer in
            let last = SerialState(Fifo<Element>())
            startInChild(of: observer) { event, source in
                if case .next(let element) = event {
                    last.value.append(element)
                    if last.value.count > count { _ = last.value.popFirst() }
                    return
                }
                source.stop()
                if case .completed = event {
                    observer.pump(last, at: Site("takeLast", place)) { $0.popFirst() }
                } else {
                    observer.forward(event, from: source, at: Site("takeLast", place))
                }
            }
        }
    }
}
