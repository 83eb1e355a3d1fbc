extension ObservableConvertible {
    /// Transforms each element into an observable and merges the emissions of those inner observables.
    ///
    ///     source   -1--2-------|
    ///     other     -x-x-x|
    ///     other        -x-x-x|
    ///     result   --1-1212-2--|     source.flatMap { number in other.map { _ in number } }
    ///
    /// ![A marble diagram of `flatMap`.](flatMap)
    ///
    /// At most `maxConcurrent` inner observables are active at a time. The source is paused at this limit. If it does
    /// not support back-pressure, up to 1,024 elements are queued before the result fails. Completes when the source
    /// and all inner observables have completed.
    ///
    /// ## Errors
    /// The first error of the source or an inner observable terminates the result and disposes the others. Forwards any
    /// error thrown by `transform`. Fails with ``StreamError/Code/bufferOverflow`` if the queue overflows.
    ///
    /// - Parameters:
    ///   - maxConcurrent: The maximum number of concurrent inner subscriptions. Must be at least 1. Defaults to
    ///     unlimited.
    ///   - transform: A closure that returns the inner observable for an element.
    /// - Returns: An observable of the elements of all inner observables.
    /// - Complexity: Four atomic operations per element.
    @inlinable
    public func flatMap<Result: Sendable>(
        maxConcurrent: Int = .max,
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        precondition(maxConcurrent > 0, "flatMap: maxConcurrent must be at least 1, got \(maxConcurrent)")
        let name: StaticString = maxConcurrent == 1 ? "concatMap" : "flatMap"
        return flatten(limit: maxConcurrent, at: OperatorCallSite(name, file, line), transform)
    }

    /// Merges the inner sources of any type, such as subjects; see `flatMap(maxConcurrent:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - maxConcurrent: The maximum number of concurrent inner subscriptions. Must be at least 1. Defaults to
    ///     unlimited.
    ///   - transform: A closure that returns the inner source for an element.
    /// - Returns: An observable of the elements of all inner sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func flatMap<Source: ObservableConvertible>(
        maxConcurrent: Int = .max,
        _ transform: @escaping @Sendable (Element) throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Source.Element> {
        flatMap(maxConcurrent: maxConcurrent, { try transform($0).asObservable() }, file: file, line: line)
    }

    /// Transforms each element into an observable and merges the emissions of those inner observables.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of concurrent inner subscriptions.
    ///   - site: The call site of the operator, for error traces.
    ///   - transform: A closure that returns the inner observable for an element.
    /// - Returns: An observable of the elements of all inner observables.
    @inlinable
    func flatten<Result: Sendable>(
        limit: Int, at site: OperatorCallSite, _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) -> Observable<Result> {
        Observable<Result> { observer in
            let flatMap = FlatMap(to: observer, limit: limit, at: site, transform)
            let spare = SerialState<FlatMap<Element, Result>.Slot?>(nil)
            attach(
                Observer(flatMap.sourceScope) { event in
                    switch event {
                    case .next(let element): flatMap.admit(element, spare)
                    case .error(let error): flatMap.fail(error, from: flatMap.sourceScope)
                    case .completed: flatMap.completeSource(spare)
                    }
                })
        }
    }
}
