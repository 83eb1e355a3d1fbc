extension ObservableConvertible {
    /// Combines each element with the previous result, and emits each result.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--3--6--|       source.scan(0) { $0 + $1 }
    ///
    /// ![A marble diagram of `scan`.](scan)
    ///
    /// Each subscriber starts with the initial result, which is not emitted.
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `combine`.
    ///
    /// - Parameters:
    ///   - initial: The initial result.
    ///   - combine: A closure that combines the previous result with an element.
    /// - Returns: An observable of the results, one for each element.
    /// - Complexity: O(1) per element; stores one result.
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ combine: @escaping @Sendable (Result, Element) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            let result = SerialState(initial)
            @inline(__always)
            @Sendable
            func receive(_ event: Event<Element>) {
                let failure: any Error
                switch event {
                case .next(let element):
                    do {
                        let next = try combine(result.value, element)
                        result.value = next
                        return observer.send(.next(next))
                    } catch {
                        failure = error
                    }
                case .error(let error):
                    failure = error
                case .completed:
                    return observer.send(.completed)
                }
                observer.fail(failure, at: OperatorCallSite("scan", location))
            }
            attach(Observer(observer.scope, send: receive))
        }
    }
}
