extension ObservableConvertible {
    /// Leaves out all values and passes the end on.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------|       source.ignoreElements()
    ///
    /// The result has no values, and by default a type that says so: `Observable<Never>`. To go on with another stream,
    /// name that stream's type:
    ///
    ///     upload.ignoreElements(as: String.self).concat(names)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - type: The type that the values of the result would have.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of no values that ends when the source does.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/ignoreelements.html>
    @inlinable
    public func ignoreElements<Result: Sendable>(
        as type: Result.Type = Never.self, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next: break
                    case .error(let error): observer.fail(error, at: Site("ignoreElements", place))
                    case .completed: observer.send(.completed)
                    }
                })
        }
    }
}
