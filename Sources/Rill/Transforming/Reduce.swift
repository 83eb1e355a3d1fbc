extension ObservableConvertible {
    /// Combines all elements with a closure, and emits the result when the source completes.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(6|)    source.reduce(0) { $0 + $1 }
    ///
    /// ![A marble diagram of `reduce`.](reduce)
    ///
    /// For an empty source, the initial result is emitted.
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `combine`.
    ///
    /// - Parameters:
    ///   - initial: The initial result.
    ///   - combine: A closure that combines the previous result with an element.
    /// - Returns: An observable of exactly one element.
    /// - Complexity: O(1) per element; stores one result.
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ combine: @escaping @Sendable (Result, Element) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        reduce(into: initial, "reduce", file, line) { result, element in
            result = try combine(result, element)
        }
    }

    /// Collects all elements into an array, and emits it when the source completes.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(a|)    source.toArray()
    ///     where    a = [1, 2, 3]
    ///
    /// ![A marble diagram of `toArray`.](toArray)
    ///
    /// ## Errors
    /// Forwards the source's error, and drops the collected elements.
    ///
    /// - Returns: An observable of exactly one array.
    /// - Complexity: O(1) per element; stores all elements.
    @inlinable
    public func toArray(file: StaticString = #fileID, line: UInt = #line) -> Observable<[Element]> {
        reduce(into: [], "toArray", file, line) { array, element in
            array.append(element)
        }
    }

    /// The implementation shared by `reduce` and `toArray`, which combines elements in place.
    @inlinable
    func reduce<Result: Sendable>(
        into initial: Result, _ name: StaticString, _ file: StaticString, _ line: UInt,
        _ combine: @escaping @Sendable (inout Result, Element) throws -> Void
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            let result = SerialState(initial)
            attach(
                Observer(observer.scope) { event in
                    guard case .completed = event else {
                        return observer.forward(event, name, location) { try combine(&result.value, $0) }
                    }
                    observer.send(.next(result.value))
                    if !observer.scope.isStopped { observer.send(.completed) }
                })
        }
    }
}
