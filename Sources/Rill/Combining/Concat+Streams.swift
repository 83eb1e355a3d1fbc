extension ObservableConvertible where Element: ObservableConvertible {
    /// Subscribes to each stream that a stream emits, one after the other, and emits their values in order.
    ///
    ///     source   -1--2--|
    ///     first     -1--2--|
    ///     second           -8--9--|
    ///     result   --1--2---8--9--|    source.map { $0 == 1 ? first : second }.concat()
    ///
    /// `concatMap` without a closure: the source is paused while one of its streams runs.
    ///
    /// ## Errors
    /// The first error of any ends all; ``StreamError/Code/bufferOverflow``.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all streams, in the order of the source.
    /// - Complexity: Four atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/concat.html>
    @inlinable
    public func concat(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element.Element> {
        concatMap({ $0.asObservable() }, file: file, line: line)
    }
}
