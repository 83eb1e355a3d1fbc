extension ObservableConvertible {
    /// Emits the result of combining all values, when the source completes.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(6|)    source.reduce(0) { $0 + $1 }
    ///
    /// An empty source gives the first result.
    ///
    /// ## Errors
    /// Forwards the source's error; what `combine` throws.
    ///
    /// - Parameters:
    ///   - initial: The result before the first value.
    ///   - combine: Makes the next result out of the last one and a value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of exactly one value.
    /// - Complexity: Constant per value; one result is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/reduce.html>
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

    /// Emits an array of all values, when the source completes.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(a|)    source.toArray()
    ///     where    a = [1, 2, 3]
    ///
    /// ## Errors
    /// Forwards the source's error; the values before it are dropped.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of exactly one array.
    /// - Complexity: Constant per value; all values are kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/to.html>
    @inlinable
    public func toArray(file: StaticString = #fileID, line: UInt = #line) -> Observable<[Element]> {
        reduce(into: [], "toArray", file, line) { array, element in
            array.append(element)
        }
    }

    /// Combines in place: the one loop under `reduce` and `toArray`.
    @inlinable
    func reduce<Result: Sendable>(
        into initial: Result, _ name: StaticString, _ file: StaticString, _ line: UInt,
        _ combine: @escaping @Sendable (inout Result, Element) throws -> Void
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
                            observer.fail(error, at: Site(name, place))
                        }
                    case .error(let error):
                        observer.fail(error, at: Site(name, place))
                    case .completed:
                        observer.send(.next(result.value))
                        if !observer.scope.isStopped { observer.send(.completed) }
                    }
                })
        }
    }
}
