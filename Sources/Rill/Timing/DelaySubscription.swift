extension ObservableConvertible {
    /// Subscribes to the source after a while.
    ///
    ///     source      -1--2--|
    ///     result   ----1--2--|       source.delaySubscription(.seconds(3), scheduler: scheduler)
    ///
    /// Events pass when they come; what a hot source sends before is missed. Disposed in the meantime, the source is never
    /// subscribed to.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: How long to wait, zero or more.
    ///   - scheduler: Who waits, and where the source is subscribed to.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events, of a later subscription.
    /// - Complexity: One timer.
    /// - SeeAlso: `delay(_:scheduler:file:line:)`, which shifts the events;
    ///   <https://reactivex.io/documentation/operators/delay.html>
    public func delaySubscription(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let inner = Observer<Element>(observer.scope) { event in
                if case .error(let error) = event {
                    observer.fail(error, at: Site("delaySubscription", file, line))
                } else {
                    observer.send(event)
                }
            }
            WorkSlot(in: observer.scope).schedule(after: dueTime, on: scheduler) {
                if !inner.scope.isStopped { attach(inner) }
            }
        }
    }
}
