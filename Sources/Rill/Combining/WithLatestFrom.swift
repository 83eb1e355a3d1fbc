extension ObservableConvertible {
    /// Combines each element with the latest element of another source.
    ///
    ///     source   -1--2-----3--4--|
    ///     other    ---a---b--------
    ///     result   ----x-----y--z--|    source.withLatestFrom(other) { "\($0)\($1)" }
    ///     where    x = 2a, y = 3b, z = 4b
    ///
    /// ![A marble diagram of `withLatestFrom`.](withLatestFrom)
    ///
    /// The other source is subscribed to first. Elements are dropped until it has emitted an element. If it completes,
    /// its last element continues to be used. When this source completes, the result completes and the other source is
    /// disposed.
    ///
    /// ## Errors
    /// The first error of either source terminates the result, as does any error thrown by `transform`.
    ///
    /// - Parameters:
    ///   - other: The source of the latest element.
    ///   - transform: A closure that combines an element of this source with the latest element of the other.
    /// - Returns: An observable of the combined elements, one for each element of this source.
    /// - Complexity: Two atomic operations per element of either source; stores one element of the other source.
    @inlinable
    public func withLatestFrom<Other: Sendable, Result: Sendable>(
        _ other: Observable<Other>,
        _ transform: @escaping @Sendable (Element, Other) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        Observable<Result> { observer in
            let pair = SourceWithOther<Element, Other, Other?, Result>(
                to: observer, at: OperatorCallSite("withLatestFrom", file, line), storing: nil
            ) { latest, message in
                switch message {
                case .element(let element): return try latest.map { try transform(element, $0) }
                case .other(let element): latest = element
                default: break
                }
                return nil
            }
            pair.startOther(other)
            pair.startSource(self)
        }
    }

    /// Emits the latest element of another source for each element of this one.
    ///
    ///     source   -1--2-----3--4--|
    ///     other    ---a---b--------
    ///     result   ----a-----b--b--|    source.withLatestFrom(other)
    ///
    /// ![A marble diagram of `withLatestFrom`.](withLatestFrom-2)
    ///
    /// The other source is subscribed to first. Elements are dropped until it has emitted an element. If it completes,
    /// its last element continues to be used. When this source completes, the result completes and the other source is
    /// disposed.
    ///
    /// ## Errors
    /// The first error of either source terminates the result.
    ///
    /// - Parameter other: The source of the latest element.
    /// - Returns: An observable of the latest elements of the other source, one for each element of this source.
    /// - Complexity: Two atomic operations per element of either source; stores one element of the other source.
    @inlinable
    public func withLatestFrom<Other: Sendable>(
        _ other: Observable<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Other> {
        withLatestFrom(other, { $1 }, file: file, line: line)
    }

    /// Combines each element with the latest element of a source of any type, such as a subject; see
    /// `withLatestFrom(_:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - other: The source of the latest element.
    ///   - transform: A closure that combines an element of this source with the latest element of the other.
    /// - Returns: An observable of the combined elements, one for each element of this source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func withLatestFrom<Other: Sendable, Result: Sendable>(
        _ other: some ObservableConvertible<Other>,
        _ transform: @escaping @Sendable (Element, Other) throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        withLatestFrom(other.asObservable(), transform, file: file, line: line)
    }

    /// Emits the latest element of a source of any type, such as a subject, for each element of this one; see
    /// `withLatestFrom(_:file:line:)`.
    ///
    /// - Parameter other: The source of the latest element.
    /// - Returns: An observable of the latest elements of the other source, one for each element of this source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func withLatestFrom<Other: Sendable>(
        _ other: some ObservableConvertible<Other>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Other> {
        withLatestFrom(other.asObservable(), file: file, line: line)
    }
}
