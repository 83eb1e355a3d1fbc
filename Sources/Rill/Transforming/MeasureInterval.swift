extension ObservableConvertible {
    /// Emits each element with the time since the previous one, or since the subscription for the first element.
    ///
    ///     source   -1--2--|
    ///     result   -a--b--|          source.measureInterval(scheduler: scheduler)
    ///     where    a = (value: 1, interval: 1.0 seconds), b = (value: 2, interval: 3.0 seconds)
    ///
    /// ![A marble diagram of `measureInterval`.](measureInterval-scheduler)
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter scheduler: The scheduler that provides the clock. No work is scheduled on it.
    /// - Returns: An observable of pairs, one for each element.
    /// - Complexity: One clock access per element.
    @inlinable
    public func measureInterval(
        scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<(value: Element, interval: Duration)> {
        let location = CallSite(file, line)
        return Observable<(value: Element, interval: Duration)> { observer in
            let last = SerialState(scheduler.now)
            attach(
                Observer(observer.scope) { event in
                    observer.forward(event, "measureInterval", location) { element in
                        let now = scheduler.now
                        let interval = now - last.value
                        last.value = now
                        observer.send(.next((element, interval)))
                    }
                })
        }
    }
}
