extension ObservableConvertible {
    /// Subscribes to the source on a scheduler, and also resumes the source there after a pause.
    ///
    ///     source   -1--2--|
    ///     result   -1--2--|          source.subscribeOn(scheduler)
    ///
    /// ![A marble diagram of `subscribeOn`.](subscribeOn)
    ///
    /// This operator determines where the source starts its work, not where events are delivered; for that, see
    /// `observeOn(_:bufferSize:onOverflow:file:line:)`.
    ///
    /// If several sources of an operator resume after a pause, they take turns. The sources that follow this source
    /// wait for the scheduler and resume on it as well.
    ///
    /// Disposal cleans up the source on the disposing thread, before `dispose()` returns. RxSwift, by contrast,
    /// disposes on the scheduler. That would delay cleanup while the source keeps the scheduler busy, and with virtual
    /// time the source would outlive its subscription until the time advances. If cleanup must run on a specific
    /// thread, schedule it there in the source.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter scheduler: The scheduler on which the source is subscribed to.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One scheduled work item per subscription and per resumption.
    public func subscribeOn(
        _ scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            scheduler.preconditionNotBlocked()
            let scope = observer.scope.makeChild(resumingOn: scheduler)
            let inner = Observer<Element>(scope) { event in
                if event.isTerminal { scope.beginStop() }
                if case .error = event {
                    observer.scope.note(OperatorCallSite("subscribeOn", file, line), on: scheduler, from: scope)
                }
                observer.send(event)
            }
            attach(inner, on: scheduler, at: OperatorCallSite("subscribeOn", file, line))
        }
    }
}
