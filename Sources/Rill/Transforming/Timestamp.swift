extension ObservableConvertible {
    /// Emits each element with the time at which it arrives.
    ///
    ///     source   -1--2--|
    ///     result   -a--b--|          source.timestamp(scheduler: scheduler)
    ///     where    a = (value: 1, time: 1.0 seconds), b = (value: 2, time: 4.0 seconds)
    ///
    /// ![A marble diagram of `timestamp`.](timestamp-scheduler)
    ///
    /// The time is the scheduler's `now`, which is relative to an instant chosen by the scheduler. It can be compared
    /// with other times of the same scheduler, but it is not the time of day.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter scheduler: The scheduler that provides the clock. No work is scheduled on it.
    /// - Returns: An observable of pairs, one for each element.
    /// - Complexity: One clock access per element.
    @inlinable
    public func timestamp(
        scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(value: Element, time: Duration)> {
        let location = CallSite(file, line)
        return Observable<(value: Element, time: Duration)> { observer in
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "timestamp", location) { element in
                        observer.send(.next((element, scheduler.now)))
                    }
                })
        }
    }
}
