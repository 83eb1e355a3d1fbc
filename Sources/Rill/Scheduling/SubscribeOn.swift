extension ObservableConvertible {
    /// Subscribes to the source on a scheduler, resumes it there after a pause, and cleans it up there.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.subscribeOn(scheduler)
    ///
    /// It decides where the source does its work, not where events are delivered: for that, see
    /// `observeOn(_:bufferSize:onOverflow:file:line:)`.
    ///
    /// Disposal is silent at once: the source sees it before its next element, even while it keeps the scheduler busy. What
    /// the source does on disposal (the `Disposable` of `create`, the release of `using`, the `onDispose` of `do`) runs on
    /// the scheduler, so that cleanup can be bound to a thread. The same applies when the source ends. Disposed before the
    /// scheduler has subscribed, the source is never subscribed to.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that subscribes to the source, resumes it and runs its cleanup. A scheduler that never
    ///     runs its work never cleans up.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: One piece of work per subscription and per resumption, and one for the cleanup if there is any.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/subscribeon.html>
    public func subscribeOn(
        _ scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            scheduler.checkThatItIsNotBlocked()
            // Stopped in place of the scope below it, whose actions run on the scheduler.
            let gate = observer.scope.makeGate()
            let source = gate.makeChild(on: scheduler)
            let inner = Observer<Element>(source) { event in
                if event.isTerminal { gate.stop() }
                if case .error = event {
                    observer.scope.note(Site("subscribeOn", file, line), on: scheduler, from: source)
                }
                observer.send(event)
            }
            WorkSlot(in: gate).schedule(on: scheduler) {
                if !source.isStopped { attach(inner) }
            }
        }
    }
}
