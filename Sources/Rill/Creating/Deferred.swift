extension Observable {
    /// Creates a new source observable for each subscriber, at the time of the subscription.
    ///
    ///     source   -1--2--|
    ///     source        -1--2--|
    ///     result   -1--2--|          Observable.deferred { source }
    ///     later         -1--2--|
    ///
    /// ![A marble diagram of `deferred`.](deferred)
    ///
    /// ## Errors
    /// Forwards the source's error, and any error thrown by `makeSource`.
    ///
    /// - Parameter makeSource: A closure that creates the source. Also called for each attempt of `retry`.
    /// - Returns: A cold observable of the source's events.
    /// - Complexity: O(1).
    @inlinable
    public static func deferred(
        _ makeSource: @escaping @Sendable () throws -> Observable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let location = CallSite(file, line)
        return Observable { observer in
            do {
                TailSubscription.start(try makeSource(), observer)
            } catch {
                observer.fail(error, at: OperatorCallSite("deferred", location))
            }
        }
    }

    /// Creates a new source of any type for each subscriber; see `deferred(_:file:line:)`.
    ///
    /// - Parameter makeSource: A closure that creates the source. Also called for each attempt of `retry`.
    /// - Returns: A cold observable of the source's events.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public static func deferred<Source: ObservableConvertible<Element>>(
        _ makeSource: @escaping @Sendable () throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        deferred({ try makeSource().asObservable() }, file: file, line: line)
    }
}
