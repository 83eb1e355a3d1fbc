extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Returns an observable that emits the elements of this sequence and then completes.
    ///
    ///     result   (123|)            Observable.of(1, 2, 3).values.asObservable()
    ///
    /// ![A marble diagram of `asObservable`.](asObservable)
    ///
    /// Each subscriber iterates over the sequence in a separate task that is not isolated to an actor. Disposal cancels
    /// the task. Supports back-pressure: the next element is not requested while the subscriber is paused.
    ///
    /// ## Errors
    /// Any error thrown by the sequence.
    ///
    /// - Returns: An observable of the elements. It is cold if the sequence supports multiple iterations.
    /// - Complexity: The cost of the iterator, per element.
    /// - SeeAlso: ``ObservableConvertible/values``
    public func asObservable(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        Observable { observer in
            let scope = observer.scope
            // After its end, the task runs the code of the subscriber, which must not find itself canceled.
            let end = Countdown(from: 1)
            let task = Task {
                do {
                    await scope.untilOpen()
                    for try await element in self {
                        if scope.isStopped { return }
                        observer.send(.next(element))
                        await scope.untilOpen()
                        if scope.isStopped { return }
                    }
                    _ = end.step()
                    if !scope.isStopped { observer.send(.completed) }
                } catch {
                    _ = end.step()
                    if !scope.isStopped {
                        observer.fail(error, at: OperatorCallSite("asObservable", file, line))
                    } else if !(error is CancellationError) {
                        scope.reportUndelivered(error)
                    }
                }
            }
            scope.onStop { if end.step() { task.cancel() } }
        }
    }
}

extension Scope {
    /// Waits until the scope is open or stopped.
    fileprivate func untilOpen() async {
        guard !isOpen, !isStopped else { return }
        await withCheckedContinuation { continuation in
            let waiter = Scope { continuation.resume() }
            let end = addAction { waiter.stop() }
            if !park({ end.dispose() }) { end.dispose() }
        }
    }
}
