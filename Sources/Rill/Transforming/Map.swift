extension ObservableConvertible {
    /// Emits what a closure makes of each value.
    ///
    /// Values come out where and when they come in. A closure that throws ends the stream with what it threw.
    ///
    ///     source   -1--2--3--|
    ///     result   -2--4--6--|       source.map { $0 * 2 }
    ///
    /// ## Errors
    /// Forwards the source's error; what `transform` throws.
    ///
    /// - Parameters:
    ///   - transform: Makes the new value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the made values, one for each.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/map.html>
    @inlinable
    public func map<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            attach(
                Observer(observer.scope) { event in
                    let failure: any Error
                    switch event {
                    case .next(let element):
                        do {
                            let result = try transform(element)
                            return observer.send(.next(result))
                        } catch {
                            failure = error
                        }
                    case .error(let error):
                        failure = error
                    case .completed:
                        return observer.send(.completed)
                    }
                    observer.fail(failure, at: Site("map", place))
                })
        }
    }
}
