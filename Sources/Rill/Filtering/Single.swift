extension ObservableConvertible {
    /// Emits the only element of the source on completion, and fails if the source is empty or emits several elements.
    ///
    ///     source   -1--|
    ///     result   ----(1|)          source.single()
    ///
    /// ![A marble diagram of `single`.](single)
    ///
    ///     source   -1--2--|
    ///     result   ----#             source.single()
    ///     where    # = the stream emitted more than one element
    ///
    /// ![A marble diagram of `single`.](single-2)
    ///
    /// The element is emitted only when the source completes, so `single().firstValue()` also detects additional
    /// elements. A second element disposes the source immediately.
    ///
    /// ## Errors
    /// Forwards the source's error. Fails with ``StreamError/Code/noElements`` or
    /// ``StreamError/Code/moreThanOneElement``.
    ///
    /// - Returns: An observable of exactly one element.
    /// - Complexity: O(1) per element; stores one element.
    /// - Note: RxSwift's `single` emits the element
    ///   immediately.
    @inlinable
    public func single(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        single(where: { _ in true }, file: file, line: line)
    }

    /// Emits the only element that satisfies a predicate when the source completes, and fails if no element or more
    /// than one element satisfies it.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(2|)    source.single { $0 % 2 == 0 }
    ///
    /// ![A marble diagram of `single`.](single-where)
    ///
    /// The element is emitted only when the source completes.
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `predicate`. Fails with ``StreamError/Code/noElements`` or
    /// ``StreamError/Code/moreThanOneElement``.
    ///
    /// - Parameter predicate: A closure that returns whether an element matches.
    /// - Returns: An observable of exactly one element.
    /// - Complexity: O(1) per element; stores one element.
    @inlinable
    public func single(
        where predicate: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let found = SerialState<Element?>(nil)
            attach(
                Observer(observer.scope) { event in
                    guard case .completed = event else {
                        return observer.forward(event, "single", location) { element in
                            guard try predicate(element) else { return }
                            if found.value != nil { throw StreamError.excessElement }
                            found.value = .some(element)
                        }
                    }
                    guard let element = found.value else {
                        return observer.fail(StreamError.missingElement, at: OperatorCallSite("single", location))
                    }
                    observer.send(.next(element))
                    if !observer.scope.isStopped { observer.send(.completed) }
                })
        }
    }
}
