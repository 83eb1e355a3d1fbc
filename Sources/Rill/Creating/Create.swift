extension Observable {
    /// Creates an observable from a closure that sends events to an observer.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          Observable<Int>.create { observer in source.subscribe { observer.on($0) } }
    ///
    /// ![A marble diagram of `create`.](create)
    ///
    /// The closure runs for each subscriber. It may send events from any thread, concurrently, and after it has
    /// returned. Events are delivered one at a time; events after the terminal event or disposal are dropped. The
    /// returned disposable is disposed when the subscription ends, for any reason.
    ///
    ///     Observable<Int>.create { observer in
    ///         observer.onNext(1)
    ///         observer.onCompleted()
    ///         return .none
    ///     }
    ///
    /// The closure can send events while the subscriber is paused. To support back-pressure, it checks ``Observer/isPaused``
    /// and registers with ``Observer/whenResumed(_:)``.
    ///
    /// ## Errors
    /// Any error that the closure sends.
    ///
    /// - Parameter subscribe: The closure that starts the source for one observer. Returns a disposable that stops the source.
    /// - Returns: A cold observable of the events that the closure sends.
    /// - Complexity: O(1) per event. Events sent while another is being delivered are queued.
    @inlinable
    public static func create(
        _ subscribe: @escaping @Sendable (Observer<Element>) -> Disposable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        let location = CallSite(file, line)
        return Observable { observer in
            let disposable = subscribe(observer.serialized(at: OperatorCallSite("create", location)))
            if let scope = disposable.scope {
                observer.scope.onStop { scope.stop() }
            }
        }
    }
}
