extension ObservableConvertible {
    /// Transforms each element with a closure and omits `nil` results.
    ///
    ///     source   -1--x--3--|
    ///     result   -1-----3--|       source.compactMap { Int($0) }
    ///
    /// ![A marble diagram of `compactMap`.](compactMap)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `transform`.
    ///
    /// - Parameter transform: A closure that returns the transformed element, or `nil` to omit it.
    /// - Returns: An observable of the non-`nil` results.
    /// - Complexity: O(1) per element.
    /// - SeeAlso: `map(_:file:line:)`, `filter(_:file:line:)`
    @inlinable
    public func compactMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Result?,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "compactMap", location) { element in
                        if let result = try transform(element) { observer.send(.next(result)) }
                    }
                })
        }
    }
}
