extension ObservableConvertible {
    /// Replaces an error with an element and completion.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--(9|)       source.catchAndReturn(9)
    ///
    /// ![A marble diagram of `catchAndReturn`.](catchAndReturn)
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameter element: The element to emit instead of the error.
    /// - Returns: An observable that never fails.
    /// - Complexity: O(1) per element.
    @inlinable
    public func catchAndReturn(
        _ element: Element, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        `catch`({ _ in .just(element) }, file: file, line: line)
    }
}
