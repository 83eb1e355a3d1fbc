extension ObservableConvertible {
    /// Emits the running result of combining each value with the result so far.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--3--6--|       source.scan(0) { $0 + $1 }
    ///
    /// Each subscriber starts with the same first result, which is not emitted itself.
    ///
    /// ## Errors
    /// Forwards the source's error; what `combine` throws.
    ///
    /// - Parameters:
    ///   - initial: The result before the first value.
    ///   - combine: Makes the next result out of the last one and a value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the results, one for each value.
    /// - Complexity: Constant per value; one result is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/scan.html>
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ combine: @escaping @Sendable (Result, Element) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            let result = SerialState(initial)
            attach(
                Observer(observer.scope) { event in
                    let failure: any Error
                    switch event {
                    case .next(let element):
                        do {
                            let next = try combine(result.value, element)
                            result.value = next
                            return observer.send(.next(next))
                        } catch {
                            failure = error
                        }
                    case .error(let error):
                        failure = error
                    case .completed:
                        return observer.send(.completed)
                    }
                    observer.fail(failure, at: Site("scan", place))
                })
        }
    }
}
