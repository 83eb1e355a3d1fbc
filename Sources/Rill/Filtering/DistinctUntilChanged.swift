extension ObservableConvertible where Element: Equatable {
    /// Leaves out values that equal the one before.
    ///
    ///     source   -1--1--2--1--|
    ///     result   -1-----2--1--|    source.distinctUntilChanged()
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable in which no value equals the one before.
    /// - Complexity: One comparison per value; one value is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/distinct.html>
    @inlinable
    public func distinctUntilChanged(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        distinctUntilChanged({ $0 }, file: file, line: line)
    }
}

extension ObservableConvertible {
    /// Leaves out values whose key equals that of the one before.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2-----4--|    source.distinctUntilChanged { $0 / 2 }
    ///
    /// ## Errors
    /// Forwards the source's error; what `key` throws.
    ///
    /// - Parameters:
    ///   - key: What to compare.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable in which no value has the key of the one before.
    /// - Complexity: One comparison per value; one key is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/distinct.html>
    @inlinable
    public func distinctUntilChanged<Key: Equatable & Sendable>(
        _ key: @escaping @Sendable (Element) throws -> Key,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            let last = SerialState<Key?>(nil)
            attach(
                Observer(observer.scope) { event in
                    let failure: any Error
                    switch event {
                    case .next(let element):
                        do {
                            let current = try key(element)
                            if current == last.value { return }
                            last.value = current
                            return observer.send(event)
                        } catch {
                            failure = error
                        }
                    case .error(let error):
                        failure = error
                    case .completed:
                        return observer.send(.completed)
                    }
                    observer.fail(failure, at: Site("distinctUntilChanged", place))
                })
        }
    }
}
