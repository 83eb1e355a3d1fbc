extension Observable {
    /// Makes the source anew for each subscriber, when it subscribes.
    ///
    ///     source   -1--2--|
    ///     source        -1--2--|
    ///     result   -1--2--|          Observable.deferred { source }
    ///     later         -1--2--|
    ///
    /// ## Errors
    /// Forwards the source's error; what `makeSource` throws.
    ///
    /// - Parameters:
    ///   - makeSource: Makes what to subscribe to; also asked again by each attempt of `retry`.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the made source's events.
    /// - Complexity: Constant.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/defer.html>
    @inlinable
    public static func deferred(
        _ makeSource: @escaping @Sendable () throws -> Observable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let place = Place(file, line)
        return Observable { observer in
            do {
                TailSubscription.start(try makeSource(), observer)
            } catch {
                observer.fail(error, at: Site("deferred", place))
            }
        }
    }
}
