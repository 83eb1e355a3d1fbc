extension ObservableConvertible {
    /// Subscribes to the source on a scheduler, and lets it go on there after a pause.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.subscribeOn(scheduler)
    ///
    /// It decides where the source begins its work, not where events are delivered: for that, see
    /// `observeOn(_:bufferSize:onOverflow:file:line:)`.
    ///
    /// Disposal cleans up the source on the disposing thread, before `dispose()` returns; RxSwift does so on the scheduler. A
    /// scheduler that the source keeps busy could not clean it up, and in virtual time the source would outlive its
    /// subscription until time advances. Cleanup that is bound to a thread belongs in the source: schedule it there.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - scheduler: Where the source is subscribed to.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: One piece of work per subscription and per resumption.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/subscribeon.html>
    public func subscribeOn(
        _ scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            scheduler.checkThatItIsNotBlocked()
            let scope = observer.scope.makeChild(resumingOn: scheduler)
            let inner = Observer<Element>(scope) { event in
                if event.isTerminal { scope.stop() }
                if case .error = event {
                    observer.scope.note(Site("subscribeOn", file, line), on: scheduler, from: scope)
                }
                observer.send(event)
            }
            WorkSlot(in: scope).schedule(on: scheduler) {
                if !scope.isStopped { attach(inner) }
            }
        }
    }
}
