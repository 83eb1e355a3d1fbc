extension Observable {
    /// Completes at once, without a value.
    ///
    ///     result   |                 Observable<Int>.empty()
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of no values.
    /// - Complexity: Constant.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/empty-never-throw.html>
    @inlinable
    public static func empty(file: StaticString = #fileID, line: UInt = #line) -> Observable {
        Observable { $0.send(.completed) }
    }

    /// Sends nothing and never ends.
    ///
    ///     result   ----------        Observable<Int>.never()
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable that is silent until it is disposed.
    /// - Complexity: Constant.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/empty-never-throw.html>
    @inlinable
    public static func never(file: StaticString = #fileID, line: UInt = #line) -> Observable {
        Observable { _ in }
    }

    /// Fails at once.
    ///
    ///     result   #                 Observable<Int>.error(CancellationError())
    ///     where    # = CancellationError()
    ///
    /// ## Errors
    /// The one it is given.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of no values that ends with the failure.
    /// - Complexity: Constant.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/empty-never-throw.html>
    @inlinable
    public static func error(
        _ error: any Error, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let place = Place(file, line)
        return Observable { $0.fail(error, at: Site("error", place)) }
    }
}
