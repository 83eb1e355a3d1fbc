extension ObservableConvertible {
    /// Emits each value with the time since the one before it, the first with the time since the subscription.
    ///
    ///     source   -1--2--|
    ///     result   -a--b--|          source.measureInterval(scheduler: scheduler)
    ///     where    a = (value: 1, interval: 1.0 seconds), b = (value: 2, interval: 3.0 seconds)
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
    /// - SeeAlso: <https://reactivex.io/documentation/operators/timeinterval.html>
    @inlinable
    public func measureInterval(
        scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(value: Element, interval: Duration)> {
        let place = Place(file, line)
        return Observable<(value: Element, interval: Duration)> { observer in
            let last = SerialState(scheduler.now)
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        let now = scheduler.now
                        let interval = now - last.value
                        last.value = now
                        observer.send(.next((element, interval)))
                    case .error(let error):
                        observer.fail(error, at: Site("measureInterval", place))
                    case .completed:
                        observer.send(.completed)
                    }
                })
        }
    }
}
