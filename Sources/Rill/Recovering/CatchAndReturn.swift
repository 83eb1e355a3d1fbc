extension ObservableConvertible {
    /// Puts a value and completion in the place of an error.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--(9|)       source.catchAndReturn(9)
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - element: The value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable that does not fail.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/catch.html>
    @inlinable
    public func catchAndReturn(
        _ element: Element, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        `catch`({ _ in .just(element) }, file: file, line: line)
    }
}
