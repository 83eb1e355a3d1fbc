extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Emits the elements of this sequence, then completes.
    ///
    ///     result   (123|)            Observable.of(1, 2, 3).values.asObservable()
    ///
    /// Each subscriber iterates in a task of its own, on no actor; disposal cancels it. The source parks: while the
    /// subscriber is paused, the next element is not asked for.
    ///
    /// ## Errors
    /// What the sequence throws.
    ///
    /// - Parameters:
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the elements, if the sequence can be iterated more than once.
    /// - Complexity: Per element, that of the iterator.
    /// - SeeAlso: ``Observable/values``
    public func asObservable(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        Observable { observer in
            let scope = observer.scope
            let task = Task {
                do {
                    await scope.untilOpen()
                    for try await element in self {
                        if scope.isStopped { return }
                        observer.send(.next(element))
                        await scope.untilOpen()
                        if scope.isStopped { return }
                    }
                    if !scope.isStopped { observer.send(.completed) }
                } catch {
                    if !scope.isStopped {
                        observer.fail(error, at: Site("asObservable", file, line))
                    } else if !(error is CancellationError) {
                        scope.reportUndelivered(error)
                    }
                }
            }
            scope.onStop { task.cancel() }
        }
    }
}

extension Scope {
    /// Returns when the scope is open or stopped.
    fileprivate func untilOpen() async {
        guard !isOpen, !isStopped else { return }
        await withCheckedContinuation { continuation in
            let waiter = Scope { continuation.resume() }
            let end = onStop { waiter.stop() }
            if !park({ end.dispose() }) { end.dispose() }
        }
    }
}
