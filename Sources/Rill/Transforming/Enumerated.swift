extension ObservableConvertible {
    /// Emits each value with its number, counted from 0.
    ///
    ///     source   -7--8--9--|
    ///     result   -a--b--c--|       source.enumerated()
    ///     where    a = (index: 0, element: 7), b = (index: 1, element: 8), c = (index: 2, element: 9)
    ///
    /// Each subscriber counts for itself.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of pairs, one for each value.
    /// - Complexity: Constant per value.
    /// - SeeAlso: RxSwift's `enumerated`, and `Sequence.enumerated()` of the standard library
    @inlinable
    public func enumerated(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(index: Int, element: Element)> {
        let place = Place(file, line)
        return Observable<(index: Int, element: Element)> { observer in
            let count = SerialState(0)
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        let index = count.value
                        count.value += 1
                        observer.send(.next((index, element)))
                    case .error(let error):
                        observer.fail(error, at: Site("enumerated", place))
                    case .completed:
                        observer.send(.completed)
                    }
                })
        }
    }
}
