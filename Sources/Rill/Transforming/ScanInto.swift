extension ObservableConvertible {
    /// Emits the running result of combining each value into the result so far, in place.
    ///
    ///     source   -1--2--3--|
    ///     result   -a--b--c--|       source.scan(into: [Int]()) { $0.append($1) }
    ///     where    a = [1], b = [1, 2], c = [1, 2, 3]
    ///
    /// For arrays, dictionaries and the like, which `scan(_:_:file:line:)` would copy for each value; here they are copied
    /// only where a subscriber keeps what it got. Each subscriber starts with the same first result, which is not emitted
    /// itself.
    ///
    /// ## Errors
    /// Forwards the source's error; what `combine` throws.
    ///
    /// - Parameters:
    ///   - initial: The result before the first value.
    ///   - combine: Changes the result by a value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the results, one for each value.
    /// - Complexity: Constant per value; one result is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/scan.html>
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ combine: @escaping @Sendable (inout Result, Element) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            let result = SerialState(initial)
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        do {
                            try combine(&result.value, element)
                        } catch {
                            return observer.fail(error, at: Site("scan", place))
                        }
                        observer.send(.next(result.value))
                    case .error(let error):
                        observer.fail(error, at: Site("scan", place))
                    case .completed:
                        observer.send(.completed)
                    }
                })
        }
    }
}
