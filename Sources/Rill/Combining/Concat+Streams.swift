extension ObservableConvertible where Element: ObservableConvertible {
    /// Subscribes to each inner observable after the previous one has completed, and emits their elements in order.
    ///
    ///     source   -1--2--|
    ///     first     -1--2--|
    ///     second           -8--9--|
    ///     result   --1--2---8--9--|    source.map { $0 == 1 ? first : second }.concat()
    ///
    /// ![A marble diagram of `concat`.](concat)
    ///
    /// Equivalent to `concatMap` with the identity closure. The source is paused while an inner observable is active.
    ///
    /// ## Errors
    /// The first error of the source or an inner observable terminates the result. Fails with
    /// ``StreamError/Code/bufferOverflow`` if the queue of inner observables overflows.
    ///
    /// - Returns: An observable of the elements of all inner observables, in the order of the source.
    /// - Complexity: Four atomic operations per element.
    @inlinable
    public func concat(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element.Element> {
        concatMap({ $0.asObservable() }, file: file, line: line)
    }
}
