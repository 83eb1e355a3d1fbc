extension ObservableConvertible {
    /// Leaves out the first values.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -------3--4--|    source.skip(2)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - count: How many values, zero or more.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values after the first `count`.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/skip.html>
    @inlinable
    public func skip(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(count >= 0, "skip needs a count of zero or more, got \(count)")
        let place = Place(file, line)
        return Observable<Element> { observer in
            let left = SerialState(count)
            attach(
                Observer(observer.scope) { event in
                    if left.value > 0, case .next = event {
                        left.value -= 1
                    } else {
                        observer.forward(event, at: Site("skip", place))
                    }
                })
        }
    }
}
