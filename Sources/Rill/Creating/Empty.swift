extension Observable {
    /// Completes immediately without emitting an element.
    ///
    ///     result   |                 Observable<Int>.empty()
    ///
    /// ![A marble diagram of `empty`.](empty)
    ///
    /// ## Errors
    /// None.
    ///
    /// - Returns: A cold observable that emits no elements.
    /// - Complexity: O(1).
    @inlinable
    public static func empty(file: StaticString = #fileID, line: UInt = #line) -> Observable {
        Observable { $0.send(.completed) }
    }

    /// Emits no events.
    ///
    ///     result   ----------        Observable<Int>.never()
    ///
    /// ![A marble diagram of `never`.](never)
    ///
    /// ## Errors
    /// None.
    ///
    /// - Returns: A cold observable that never emits an event.
    /// - Complexity: O(1).
    @inlinable
    public static func never(file: StaticString = #fileID, line: UInt = #line) -> Observable {
        Observable { _ in }
    }

    /// Fails immediately.
    ///
    ///     result   #                 Observable<Int>.error(CancellationError())
    ///     where    # = CancellationError()
    ///
    /// ![A marble diagram of `error`.](error)
    ///
    /// ## Errors
    /// The given error.
    ///
    /// - Parameter error: The error.
    /// - Returns: A cold observable that emits no elements and fails with the error.
    /// - Complexity: O(1).
    @inlinable
    public static func error(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) -> Observable {
        let location = CallSite(file, line)
        return Observable { $0.fail(error, at: OperatorCallSite("error", location)) }
    }
}
