extension ObservableConvertible {
    /// Emits each value with the time at which it came.
    ///
    ///     source   -1--2--|
    ///     result   -a--b--|          source.timestamp(scheduler: scheduler)
    ///     where    a = (value: 1, time: 1.0 seconds), b = (value: 2, time: 4.0 seconds)
    ///
    /// The time is the scheduler's `now`: what has passed since a moment that the scheduler fixes, so that two times of one
    /// scheduler can be compared. It is not the time of day.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - scheduler: Whose clock to read; it runs nothing.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of pairs, one for each value.
    /// - Complexity: One look at the clock per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/timestamp.html>
    @inlinable
    public func timestamp(
        scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(value: Element, time: Duration)> {
        let place = Place(file, line)
        return Observable<(value: Element, time: Duration)> { observer in
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        observer.send(.next((element, scheduler.now)))
                    case .error(let error):
                        observer.fail(error, at: Site("timestamp", place))
                    case .completed:
                        observer.send(.completed)
                    }
                })
        }
    }
}
