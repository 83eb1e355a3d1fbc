extension Observable {
    /// Emits the value of a successful result and then completes, or fails with the error of a failed result.
    ///
    ///     result   (7|)              Observable.from(Result<Int, CancellationError>.success(7))
    ///     result   #                 Observable.from(Result<Int, CancellationError>.failure(CancellationError()))
    ///     where    # = CancellationError()
    ///
    /// ![A marble diagram of `from`.](from)
    ///
    /// Does not support back-pressure, because there is only one element.
    ///
    /// ## Errors
    /// The error of a failed result.
    ///
    /// - Parameter result: The result, which is the same for each subscriber.
    /// - Returns: A cold observable that emits exactly one element or fails.
    /// - Complexity: O(1).
    @inlinable
    public static func from<Failure: Error>(
        _ result: Result<Element, Failure>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let location = CallSite(file, line)
        return Observable { observer in
            switch result {
            case .success(let element):
                observer.send(.next(element))
                if !observer.scope.isStopped { observer.send(.completed) }
            case .failure(let error):
                observer.fail(error, at: OperatorCallSite("from", location))
            }
        }
    }
}
