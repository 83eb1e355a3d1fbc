extension ObservableConvertible {
    /// Emits each value with the one before it.
    ///
    ///     source   -1--2--3--|
    ///     result   ----a--b--|       source.pairwise()
    ///     where    a = (previous: 1, current: 2), b = (previous: 2, current: 3)
    ///
    /// The first value makes no pair, so that a source of one value gives none.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of pairs, one for each value but the first.
    /// - Complexity: Constant per value; one value is kept.
    /// - SeeAlso: <https://rxjs.dev/api/operators/pairwise>
    @inlinable
    public func pairwise(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(previous: Element, current: Element)> {
        let place = Place(file, line)
        return Observable<(previous: Element, current: Element)> { observer in
            let last = SerialState<Element?>(nil)
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        let previous = last.value
                        last.value = .some(element)
                        if let previous { observer.send(.next((previous, element))) }
                    case .error(let error):
                        observer.fail(error, at: Site("pairwise", place))
                    case .completed:
                        observer.send(.completed)
                    }
                })
        }
    }
}
