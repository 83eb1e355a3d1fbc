extension ObservableConvertible {
    /// Leaves out values as long as a test holds, and emits all from the first that fails it.
    ///
    ///     source   -1--2--3--1--|
    ///     result   -------3--1--|    source.skip { $0 < 3 }
    ///
    /// What comes later is not tested.
    ///
    /// ## Errors
    /// Forwards the source's error; what `predicate` throws.
    ///
    /// - Parameters:
    ///   - predicate: Whether a value is still left out.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values from the first that fails the test.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/skipwhile.html>
    @inlinable
    public func skip(
        while predicate: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            let isSkipping = SerialState(true)
            attach(
                Observer(observer.scope) { event in
                    let failure: any Error
                    switch event {
                    case .next(let element):
                        do {
                            if isSkipping.value, try predicate(element) { return }
                            isSkipping.value = false
                            return observer.send(event)
                        } catch {
                            failure = error
                        }
                    case .error(let error):
                        failure = error
                    case .completed:
                        return observer.send(.completed)
                    }
                    observer.fail(failure, at: Site("skip", place))
                })
        }
    }
}
