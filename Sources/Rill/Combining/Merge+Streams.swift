extension ObservableConvertible where Element: ObservableConvertible {
    /// Subscribes to each stream that a stream emits, and emits the values of all of them as they come.
    ///
    ///     source   -1----2--|
    ///     first     -1--2--3--|
    ///     second         -8--9--|
    ///     result   --1--2-83-9--|    source.map { $0 == 1 ? first : second }.merge()
    ///
    /// `flatMap` without a closure: at most `maxConcurrent` run at a time, and while all places are taken the source is
    /// paused. Completes when the source and all its streams have completed.
    ///
    /// ## Errors
    /// The first error of any ends all and disposes the rest; ``StreamError/Code/bufferOverflow``.
    ///
    /// - Parameters:
    ///   - maxConcurrent: How many run at a time, one or more; all by default.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all streams.
    /// - Complexity: Four atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/merge.html>
    @inlinable
    public func merge(
        maxConcurrent: Int = .max, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element.Element> {
        flatMap(maxConcurrent: maxConcurrent, { $0.asObservable() }, file: file, line: line)
    }
}
