extension ObservableConvertible where Element: Equatable {
    /// Omits elements that are equal to the previous element.
    ///
    ///     source   -1--1--2--1--|
    ///     result   -1-----2--1--|    source.distinctUntilChanged()
    ///
    /// ![A marble diagram of `distinctUntilChanged`.](distinctUntilChanged)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Returns: An observable that emits no equal consecutive elements.
    /// - Complexity: One comparison per element; stores one element.
    @inlinable
    public func distinctUntilChanged(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        distinctUntilChanged({ $0 }, file: file, line: line)
    }
}

extension ObservableConvertible {
    /// Omits elements whose key equals the key of the previous element.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -1--2-----4--|    source.distinctUntilChanged { $0 / 2 }
    ///
    /// ![A marble diagram of `distinctUntilChanged`.](distinctUntilChanged-2)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `key`.
    ///
    /// - Parameter key: A closure that returns the key to compare.
    /// - Returns: An observable that emits no consecutive elements with equal keys.
    /// - Complexity: One comparison per element; stores one key.
    @inlinable
    public func distinctUntilChanged<Key: Equatable & Sendable>(
        _ key: @escaping @Sendable (Element) throws -> Key,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let last = SerialState<Key?>(nil)
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "distinctUntilChanged", location) { element in
                        let current = try key(element)
                        if current == last.value { return }
                        last.value = current
                        observer.send(.next(element))
                    }
                })
        }
    }

    /// Omits elements that are equivalent to the previously emitted element according to a predicate.
    ///
    ///     source   -1--2--4--5--|
    ///     result   -1-----4-----|    source.distinctUntilChanged(by: { $1 - $0 < 2 })
    ///
    /// ![A marble diagram of `distinctUntilChanged`.](distinctUntilChanged-by)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `areEquivalent`.
    ///
    /// - Parameter areEquivalent: A closure that returns whether to omit an element. Receives the previously emitted
    ///   element and the new one.
    /// - Returns: An observable that emits no consecutive equivalent elements.
    /// - Complexity: One comparison per element; stores one element.
    @inlinable
    public func distinctUntilChanged(
        by areEquivalent: @escaping @Sendable (Element, Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let last = SerialState<Element?>(nil)
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "distinctUntilChanged", location) { element in
                        if let last = last.value, try areEquivalent(last, element) { return }
                        last.value = .some(element)
                        observer.send(.next(element))
                    }
                })
        }
    }
}
