extension ObservableConvertible {
    /// Emits the one value of the source when that completes, and fails if there is none or another one.
    ///
    ///     source   -1--|
    ///     result   ----(1|)          source.single()
    ///
    ///     source   -1--2--|
    ///     result   ----#             source.single()
    ///     where    # = the stream emitted more than one value
    ///
    /// The value is held back until it is certain to be the only one, so that `single().firstValue()` tells too. A second
    /// value ends the source at once.
    ///
    /// ## Errors
    /// Forwards the source's error; ``StreamError/Code/noElements``, ``StreamError/Code/moreThanOneElement``.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of exactly one value.
    /// - Complexity: Constant per value; one value is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/first.html>. RxSwift's emits the value at once.
    @inlinable
    public func single(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        single(where: { _ in true }, file: file, line: line)
    }

    /// Emits the one value that passes a test when the source completes, and fails if none does or another one.
    ///
    ///     source   -1--2--3--|
    ///     result   ----------(2|)    source.single { $0 % 2 == 0 }
    ///
    /// The value is held back until it is certain to be the only one.
    ///
    /// ## Errors
    /// Forwards the source's error; what `predicate` throws; ``StreamError/Code/noElements``,
    /// ``StreamError/Code/moreThanOneElement``.
    ///
    /// - Parameters:
    ///   - predicate: Whether a value is the one.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of exactly one value.
    /// - Complexity: Constant per value; one value is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/first.html>
    @inlinable
    public func single(
        where predicate: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            let found = SerialState<Element?>(nil)
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        do {
                            guard try predicate(element) else { return }
                            if found.value != nil { throw StreamError.moreThanOneElement }
                            found.value = .some(element)
                        } catch {
                            observer.fail(error, at: Site("single", place))
                        }
                    case .error(let error):
                        observer.fail(error, at: Site("single", place))
                    case .completed:
                        guard let element = found.value else {
                            return observer.fail(StreamError.noElements, at: Site("single", place))
                        }
                        observer.send(.next(element))
                        if !observer.scope.isStopped { observer.send(.completed) }
                    }
                })
        }
    }
}
