extension ObservableConvertible {
    /// Transforms each element with a closure.
    ///
    /// The closure runs on the thread that delivers the element. If it throws, the stream fails with that error.
    ///
    ///     source   -1--2--3--|
    ///     result   -2--4--6--|       source.map { $0 * 2 }
    ///
    /// ![A marble diagram of `map`.](map)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `transform`.
    ///
    /// - Parameter transform: A closure that returns the transformed element.
    /// - Returns: An observable of the transformed elements.
    /// - Complexity: O(1) per element.
    @inlinable
    public func map<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            @inline(__always)
            @Sendable
            func receive(_ event: Event<Element>) {
                let failure: any Error
                switch event {
                case .next(let element):
                    do {
                        let result = try transform(element)
                        return observer.send(.next(result))
                    } catch {
                        failure = error
                    }
                case .error(let error):
                    failure = error
                case .completed:
                    return observer.send(.completed)
                }
                observer.fail(failure, at: OperatorCallSite("map", location))
            }
            attach(Observer(observer.scope, send: receive))
        }
    }
}
