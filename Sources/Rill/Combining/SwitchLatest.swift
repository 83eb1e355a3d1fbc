extension ObservableConvertible where Element: ObservableConvertible {
    /// Emits the elements of the latest inner observable, and disposes the previous one.
    ///
    ///     source   -1-----2----|
    ///     first     -1--2-!
    ///     second          -8--9--|
    ///     result   --1--2--8--9--|    source.map { $0 == 1 ? first : second }.switchLatest()
    ///
    /// ![A marble diagram of `switchLatest`.](switchLatest)
    ///
    /// Equivalent to `flatMapLatest` with the identity closure. Completes when the source and the latest inner
    /// observable have completed.
    ///
    /// ## Errors
    /// Forwards the error of the source or the latest inner observable.
    ///
    /// - Returns: An observable of the elements of the latest inner observable.
    /// - Complexity: Two atomic operations per element.
    @inlinable
    public func switchLatest(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element.Element> {
        flatMapLatest({ $0.asObservable() }, file: file, line: line)
    }
}
