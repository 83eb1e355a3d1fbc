extension ObservableConvertible {
    /// Combines each element into a result in place, and emits each result.
    ///
    ///     source   -1--2--3--|
    ///     result   -a--b--c--|       source.scan(into: [Int]()) { $0.append($1) }
    ///     where    a = [1], b = [1, 2], c = [1, 2, 3]
    ///
    /// ![A marble diagram of `scan`.](scan-into)
    ///
    /// Use this method for collections, which `scan(_:_:file:line:)` copies for each element. This method copies them
    /// only if a subscriber keeps a result. Each subscriber starts with the initial result, which is not emitted.
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `combine`.
    ///
    /// - Parameters:
    ///   - initial: The initial result.
    ///   - combine: A closure that updates the result with an element.
    /// - Returns: An observable of the results, one for each element.
    /// - Complexity: O(1) per element; stores one result.
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ combine: @escaping @Sendable (inout Result, Element) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            let result = SerialState(initial)
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "scan", location) { element in
                        try combine(&result.value, element)
                        observer.send(.next(result.value))
                    }
                })
        }
    }
}
