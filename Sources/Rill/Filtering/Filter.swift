extension ObservableConvertible {
    /// Emits the elements that satisfy a predicate.
    ///
    /// If the predicate throws, the stream fails with that error.
    ///
    ///     source   -1--2--3--4--|
    ///     result   ----2-----4--|    source.filter { $0 % 2 == 0 }
    ///
    /// ![A marble diagram of `filter`.](filter)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `isIncluded`.
    ///
    /// - Parameter isIncluded: A closure that returns whether to emit an element.
    /// - Returns: An observable of the elements that satisfy the predicate.
    /// - Complexity: O(1) per element.
    @inlinable
    public func filter(
        _ isIncluded: @escaping @Sendable (Element) throws -> Bool,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            @inline(__always)
            @Sendable
            func receive(_ event: Event<Element>) {
                let failure: any Error
                switch event {
                case .next(let element):
                    do {
                        if try isIncluded(element) { observer.send(event) }
                        return
                    } catch {
                        failure = error
                    }
                case .error(let error):
                    failure = error
                case .completed:
                    return observer.send(.completed)
                }
                observer.fail(failure, at: OperatorCallSite("filter", location))
            }
            attach(Observer(observer.scope, send: receive))
        }
    }
}
