extension ObservableConvertible {
    /// Emits each element with the previous element.
    ///
    ///     source   -1--2--3--|
    ///     result   ----a--b--|       source.pairwise()
    ///     where    a = (previous: 1, current: 2), b = (previous: 2, current: 3)
    ///
    /// ![A marble diagram of `pairwise`.](pairwise)
    ///
    /// A pair requires two elements, so nothing is emitted for the first element.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Returns: An observable of pairs, one for each element except the first.
    /// - Complexity: O(1) per element; stores one element.
    /// - SeeAlso: <https://rxjs.dev/api/operators/pairwise>
    @inlinable
    public func pairwise(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(previous: Element, current: Element)> {
        let location = CallSite(file, line)
        return Observable<(previous: Element, current: Element)> { observer in
            let last = SerialState<Element?>(nil)
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "pairwise", location) { element in
                        let previous = last.value
                        last.value = .some(element)
                        if let previous { observer.send(.next((previous, element))) }
                    }
                })
        }
    }
}
