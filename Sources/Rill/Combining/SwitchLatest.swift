extension ObservableConvertible where Element: ObservableConvertible {
    /// Emits the values of the latest stream that a stream has emitted, and disposes the one before.
    ///
    ///     source   -1-----2----|
    ///     first     -1--2-!
    ///     second          -8--9--|
    ///     result   --1--2--8--9--|    source.map { $0 == 1 ? first : second }.switchLatest()
    ///
    /// `flatMapLatest` without a closure. Completes when the source and the latest stream have completed.
    ///
    /// ## Errors
    /// Forwards the error of the source and of the latest stream.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the latest stream's values.
    /// - Complexity: Two atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/switch.html>
    @inlinable
    public func switchLatest(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element.Element> {
        flatMapLatest({ $0.asObservable() }, file: file, line: line)
    }
}
