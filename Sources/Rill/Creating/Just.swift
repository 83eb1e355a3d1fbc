extension Observable {
    /// Emits one element and then completes.
    ///
    ///     result   (7|)              Observable.just(7)
    ///
    /// ![A marble diagram of `just`.](just)
    ///
    /// Does not support back-pressure, because there is only one element.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameter element: The element.
    /// - Returns: A cold observable of exactly one element.
    /// - Complexity: O(1).
    @inlinable
    public static func just(_ element: Element, file: StaticString = #fileID, line: UInt = #line) -> Observable {
        Observable { observer in
            observer.send(.next(element))
            if !observer.scope.isStopped { observer.send(.completed) }
        }
    }
}
