extension ObservableConvertible {
    /// Emits each element with its index, starting at 0.
    ///
    ///     source   -7--8--9--|
    ///     result   -a--b--c--|       source.enumerated()
    ///     where    a = (index: 0, element: 7), b = (index: 1, element: 8), c = (index: 2, element: 9)
    ///
    /// ![A marble diagram of `enumerated`.](enumerated)
    ///
    /// Each subscriber has a separate count.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Returns: An observable of pairs, one for each element.
    /// - Complexity: O(1) per element.
    /// - SeeAlso: RxSwift's `enumerated`, and `Sequence.enumerated()` in the standard library
    @inlinable
    public func enumerated(
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(index: Int, element: Element)> {
        let location = CallSite(file, line)
        return Observable<(index: Int, element: Element)> { observer in
            let count = SerialState(0)
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "enumerated", location) { element in
                        let index = count.value
                        count.value += 1
                        observer.send(.next((index, element)))
                    }
                })
        }
    }
}
