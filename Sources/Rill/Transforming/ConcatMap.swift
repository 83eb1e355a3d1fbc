extension ObservableConvertible {
    /// Transforms each element into an observable and emits the elements of those inner observables in order.
    ///
    ///     source   -1--2----------|
    ///     other     -x-x-x|
    ///     other           -x-x-x|
    ///     result   --1-1-1-2-2-2--|  source.concatMap { number in other.map { _ in number } }
    ///
    /// ![A marble diagram of `concatMap`.](concatMap)
    ///
    /// Equivalent to `flatMap` with a `maxConcurrent` of 1: the source is paused while an inner observable is active.
    ///
    /// ## Errors
    /// The same as for `flatMap(maxConcurrent:_:file:line:)`.
    ///
    /// - Parameter transform: A closure that returns the inner observable for an element.
    /// - Returns: An observable of the elements of all inner observables, in the order of the source.
    /// - Complexity: Four atomic operations per element.
    @inlinable
    public func concatMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        flatMap(maxConcurrent: 1, transform, file: file, line: line)
    }

    /// Emits the elements of inner sources of any type, such as subjects, in order; see `concatMap(_:file:line:)`.
    ///
    /// - Parameter transform: A closure that returns the inner source for an element.
    /// - Returns: An observable of the elements of all inner sources, in the order of the source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func concatMap<Source: ObservableConvertible>(
        _ transform: @escaping @Sendable (Element) throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Source.Element> {
        concatMap({ try transform($0).asObservable() }, file: file, line: line)
    }
}
