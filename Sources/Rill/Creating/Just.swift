extension Observable {
    /// Emits one value, then completes.
    ///
    ///     result   (7|)              Observable.just(7)
    ///
    /// Does not park: there is nothing to hold back but the one value.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - element: The value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of exactly one value.
    /// - Complexity: Constant.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/just.html>
    @inlinable
    public static func just(
        _ element: Element, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            observer.send(.next(element))
            if !observer.scope.isStopped { observer.send(.completed) }
        }
    }
}
