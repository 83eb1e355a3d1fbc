extension ObservableConvertible {
    /// Omits elements while a predicate holds, and emits all elements starting with the first that does not satisfy it.
    ///
    ///     source   -1--2--3--1--|
    ///     result   -------3--1--|    source.skip { $0 < 3 }
    ///
    /// ![A marble diagram of `skip`.](skip-while)
    ///
    /// The predicate is not called for later elements.
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `predicate`.
    ///
    /// - Parameter predicate: A closure that returns whether to omit an element.
    /// - Returns: An observable of the elements, starting with the first that does not satisfy the predicate.
    /// - Complexity: O(1) per element.
    @inlinable
    public func skip(
        while predicate: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let isSkipping = SerialState(true)
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "skip", location) { element in
                        if isSkipping.value, try predicate(element) { return }
                        isSkipping.value = false
                        observer.send(.next(element))
                    }
                })
        }
    }
}
