extension ObservableConvertible {
    /// Emits the values that pass a test.
    ///
    /// A test that throws ends the stream with what it threw.
    ///
    ///     source   -1--2--3--4--|
    ///     result   ----2-----4--|    source.filter { $0 % 2 == 0 }
    ///
    /// ## Errors
    /// Forwards the source's error; what `isIncluded` throws.
    ///
    /// - Parameters:
    ///   - isIncluded: Whether a value goes on.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of some of the source's values.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/filter.html>
    @inlinable
    public func filter(
        _ isIncluded: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            attach(
                Observer(observer.scope) { event in
                    let failure: any Error
                    switch event {
                    case .next(let element):
                        do {
                            if try isIncluded(element) { observer.send(event) }
                            return
                        } catch {
                            failure = error
                        }
                    case .error(let error):
                        failure = error
                    case .completed:
                        return observer.send(.completed)
                    }
                    observer.fail(failure, at: Site("filter", place))
                })
        }
    }
}
