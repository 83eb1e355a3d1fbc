extension ObservableConvertible where Element: ObservableConvertible {
    /// Merges the emissions of the inner observables.
    ///
    ///     source   -1----2--|
    ///     first     -1--2--3--|
    ///     second         -8--9--|
    ///     result   --1--2-83-9--|    source.map { $0 == 1 ? first : second }.merge()
    ///
    /// ![A marble diagram of `merge`.](merge)
    ///
    ///     source   -1----2--|
    ///     first     -1--2--|
    ///     second           -8--9--|
    ///     result   --1--2---8--9--|    source.map { $0 == 1 ? first : second }.merge(maxConcurrent: 1)
    ///
    /// ![A marble diagram of `merge`.](merge-2)
    ///
    /// Equivalent to `flatMap` with the identity closure: at most `maxConcurrent` inner observables are active at a
    /// time, and the source is paused at this limit. Completes when the source and all inner observables have
    /// completed.
    ///
    /// ## Errors
    /// The first error of the source or an inner observable terminates the result and disposes the others. Fails with
    /// ``StreamError/Code/bufferOverflow`` if the queue of inner observables overflows.
    ///
    /// - Parameter maxConcurrent: The maximum number of concurrent inner subscriptions. Must be at least 1. Defaults to
    ///   unlimited.
    /// - Returns: An observable of the elements of all inner observables.
    /// - Complexity: Four atomic operations per element.
    @inlinable
    public func merge(
        maxConcurrent: Int = .max, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element.Element> {
        flatMap(maxConcurrent: maxConcurrent, { $0.asObservable() }, file: file, line: line)
    }
}
