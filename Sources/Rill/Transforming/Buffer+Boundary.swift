extension ObservableConvertible {
    /// The variant for observables; see `buffer(boundary:file:line:)`.
    ///
    /// - Parameter boundary: The source whose elements end the arrays.
    /// - Returns: An observable of arrays.
    @inlinable
    public func buffer<Boundary: Sendable>(
        boundary: Observable<Boundary>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<[Element]> {
        Observable<[Element]> { observer in
            let pair = SourceWithOther<Element, Boundary, [Element], [Element]>(
                to: observer, at: OperatorCallSite("buffer", file, line), storing: []
            ) { elements, message in
                if case .element(let element) = message {
                    elements.append(element)
                    return nil
                }
                defer { elements = [] }
                return elements.isEmpty ? nil : elements
            }
            pair.startSource(self)
            pair.startOther(boundary)
        }
    }

    /// Collects elements into arrays that end when another source emits an element.
    ///
    ///     source   -1-2-----3-4-5-|
    ///     other    ----x-x-----x---
    ///     result   ----a-------b--(c|)    source.buffer(boundary: other)
    ///     where    a = [1, 2], b = [3, 4], c = [5]
    ///
    /// ![A marble diagram of `buffer`.](buffer-boundary)
    ///
    /// Arrays are never empty. The boundary is subscribed to after the source. When the source completes, the remaining
    /// elements are emitted, and the boundary is disposed. If the boundary completes, the remaining elements of the
    /// source form one array.
    ///
    /// ## Errors
    /// The first error of either source terminates the result, and the remaining elements are dropped.
    ///
    /// - Parameter boundary: The source whose elements end the arrays.
    /// - Returns: An observable of arrays.
    /// - Complexity: Two atomic operations per element of either source; stores all elements between two boundaries.
    @_disfavoredOverload  // keeps type checking fast
    public func buffer(
        boundary: some ObservableConvertible, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<[Element]> {
        buffer(boundary: boundary.asObservable(), file: file, line: line)
    }
}
