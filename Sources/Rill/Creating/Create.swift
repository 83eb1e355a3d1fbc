extension Observable {
    /// Makes an observable out of a closure that sends events by hand.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          Observable<Int>.create { observer in source.subscribe { observer.on($0) } }
    ///
    /// The closure runs for each subscriber. It may send from any thread, also from several at once and after it has
    /// returned: the events come out one at a time, and what follows the end or disposal is dropped. What it returns is
    /// disposed when the subscription ends, however it ends.
    ///
    ///     Observable<Int>.create { observer in
    ///         observer.onNext(1)
    ///         observer.onCompleted()
    ///         return .none
    ///     }
    ///
    /// The source does not park: a subscriber that pauses is sent to all the same.
    ///
    /// ## Errors
    /// Those that the closure sends.
    ///
    /// - Parameters:
    ///   - subscribe: Starts the source for one observer, and returns what stops it.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of what the closure sends.
    /// - Complexity: Constant per event; what is sent while another event is being delivered is kept until its turn.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/create.html>
    @inlinable
    public static func create(
        _ subscribe: @escaping @Sendable (Observer<Element>) -> Disposable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let place = Place(file, line)
        return Observable { observer in
            let disposable = subscribe(observer.serialized(at: Site("create", place)))
            if let scope = disposable.scope {
                observer.scope.onStop { scope.stop() }
            }
        }
    }
}
