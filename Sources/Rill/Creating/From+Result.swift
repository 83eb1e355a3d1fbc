extension Observable {
    /// Emits the value of a success, then completes, or fails with the error of a failure.
    ///
    ///     result   (7|)              Observable.from(Result<Int, CancellationError>.success(7))
    ///     result   #                 Observable.from(Result<Int, CancellationError>.failure(CancellationError()))
    ///     where    # = CancellationError()
    ///
    /// Does not park: there is nothing to hold back but the one value.
    ///
    /// ## Errors
    /// The failure's.
    ///
    /// - Parameters:
    ///   - result: The success or failure; made already, and the same for each subscriber.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of exactly one value, or none and an error.
    /// - Complexity: Constant.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/from.html>
    @inlinable
    public static func from<Failure: Error>(
        _ result: Result<Element, Failure>, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let place = Place(file, line)
        return Observable { observer in
            switch result {
            case .success(let element):
                observer.send(.next(element))
                if !observer.scope.isStopped { observer.send(.completed) }
            case .failure(let error):
                observer.fail(error, at: Site("from", place))
            }
        }
    }
}
