extension ObservableConvertible {
    /// Transforms each element with an asynchronous closure, and emits the results in the order in which they arrive.
    ///
    ///     result   (14|)             Observable.of(1, 2).flatMapTask(maxConcurrent: 1) { $0 * $0 }
    ///
    /// ![A marble diagram of `flatMapTask`.](flatMapTask)
    ///
    /// Each call to the closure runs in a separate task that is not isolated to an actor. At most `maxConcurrent` tasks
    /// run at a time; a `maxConcurrent` of 1 waits for each task, like `concatMap`. The source is paused when this
    /// limit is reached. If it does not support back-pressure, up to 1,024 elements are queued before the result fails.
    /// A result that arrives while the subscriber is paused is buffered until the subscriber resumes. Disposal cancels
    /// the tasks. Completes when the source has completed and all results have been emitted.
    ///
    /// ## Errors
    /// The first error of the source or a task terminates the result and cancels the other tasks. Fails with
    /// ``StreamError/Code/bufferOverflow`` if the queue overflows.
    ///
    /// - Parameters:
    ///   - maxConcurrent: The maximum number of concurrent tasks. Must be at least 1. Defaults to unlimited.
    ///   - transform: A closure that returns the result for an element.
    /// - Returns: An observable of the results.
    /// - Complexity: One task per element.
    /// - SeeAlso: `mapTask(maxConcurrent:_:file:line:)`, which emits the results in the order of the source
    public func flatMapTask<Result: Sendable>(
        maxConcurrent: Int = .max,
        _ transform: @escaping @Sendable (Element) async throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        precondition(maxConcurrent > 0, "flatMapTask: maxConcurrent must be at least 1, got \(maxConcurrent)")
        let site = OperatorCallSite("flatMapTask", file, line)
        return flatten(limit: maxConcurrent, at: site) { element in
            Observable<Result> { observer in
                let result = Observer<Result>(observer.scope) { event in
                    if case .next(let element) = event { observer.sendLast(element) }
                    if case .error = event { observer.send(event) }
                }
                result.run(at: nil) { try await transform(element) }
            }
        }
    }
}

extension Observer {
    /// Sends an element and completes as soon as the scope is open.
    fileprivate func sendLast(_ element: Element) {
        guard scope.isOpen || !scope.park({ sendLast(element) }) else { return }
        send(.next(element))
        send(.completed)
    }
}
