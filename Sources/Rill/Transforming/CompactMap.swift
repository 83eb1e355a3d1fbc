extension ObservableConvertible {
    /// Emits what a closure makes of each value, leaving out nil.
    ///
    ///     source   -1--x--3--|
    ///     result   -1-----3--|       source.compactMap { Int($0) }
    ///
    /// ## Errors
    /// Forwards the source's error; what `transform` throws.
    ///
    /// - Parameters:
    ///   - transform: Makes the new value, or nil to leave it out.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the made values.
    /// - Complexity: Constant per value.
    /// - SeeAlso: `map(_:file:line:)`, `filter(_:file:line:)`
    @inlinable
    public func compactMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Result?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        let result: Result?
                        do {
                            result = try transform(element)
                        } catch {
                            return observer.fail(error, at: Site("compactMap", place))
                        }
                        if let result { observer.send(.next(result)) }
                    case .error(let error):
                        observer.fail(error, at: Site("compactMap", place))
                    case .completed:
                        observer.send(.completed)
                    }
                })
        }
    }
}
