extension ObservableConvertible {
    /// Transforms each element with an asynchronous closure, and emits the results in the order of the source.
    ///
    ///     result   (149|)            Observable.of(1, 2, 3).mapTask(maxConcurrent: 2) { $0 * $0 }
    ///
    /// ![A marble diagram of `mapTask`.](mapTask)
    ///
    /// Each call to the closure runs in a separate task that is not isolated to an actor. At most `maxConcurrent` tasks
    /// run at a time, including tasks whose results are buffered until the result of an earlier element arrives. The
    /// source is paused when this limit is reached. If it does not support back-pressure, up to 1,024 elements are
    /// queued before the result fails. A result that arrives while the subscriber is paused is buffered until the
    /// subscriber resumes. Disposal cancels the tasks. Completes when the source has completed and all results have
    /// been emitted.
    ///
    /// ## Errors
    /// An error of the source or a task is delivered after the results of the preceding elements. An error of a task
    /// then cancels the tasks of the following elements. Fails with ``StreamError/Code/bufferOverflow`` if the queue
    /// overflows.
    ///
    /// - Parameters:
    ///   - maxConcurrent: The maximum number of concurrent tasks. Must be at least 1. Defaults to 1, which waits for each
    ///     task before the next one starts.
    ///   - transform: A closure that returns the result for an element.
    /// - Returns: An observable of the results, in the order of the source.
    /// - Complexity: One task per element.
    /// - SeeAlso: `flatMapTask(maxConcurrent:_:file:line:)`, which emits the results as they arrive
    public func mapTask<Result: Sendable>(
        maxConcurrent: Int = 1,
        _ transform: @escaping @Sendable (Element) async throws -> Result,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        precondition(maxConcurrent > 0, "mapTask: maxConcurrent must be at least 1, got \(maxConcurrent)")
        let site = OperatorCallSite("mapTask", file, line)
        return Observable<Result> { observer in
            let order = TaskOrder<Result>()
            observer.scope.onStop { order.send(.stopped) }
            numbered(order).flatten(limit: maxConcurrent, at: site) { index, element in
                Observable<Result> { inner in
                    let result = Observer<Result>(inner.scope) { event in
                        switch event {
                        case .next(let element): order.send(.finished(index, element, inner))
                        case .error(let error):
                            order.send(.failed(index, error, inner.scope) { inner.send(.error($0)) })
                        case .completed: break
                        }
                    }
                    result.run(at: nil) { try await transform(element) }
                }
            }.start(observer)
        }
    }

    /// Returns the elements with their indices, followed by the error after the results of all elements.
    private func numbered<Result>(_ order: TaskOrder<Result>) -> Observable<(Int, Element)> {
        Observable<(Int, Element)> { observer in
            let count = SerialState(0)
            attach(
                Observer(observer.scope) { event in
                    switch event {
                    case .next(let element):
                        let index = count.value
                        count.value += 1
                        observer.send(.next((index, element)))
                    case .error(let error):
                        order.send(.failed(count.value, error, observer.scope) { observer.send(.error($0)) })
                    case .completed:
                        observer.send(.completed)
                    }
                })
        }
    }
}

/// Delivers the results of tasks in the order of the elements.
private final class TaskOrder<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        /// A task has finished with an element, which is sent to the observer.
        case finished(Int, Element, Observer<Element>)

        /// A task or the source has failed with an error, which originates in the scope.
        case failed(Int, any Error, Scope, send: @Sendable (any Error) -> Void)

        /// The subscriber has resumed.
        case resumed

        /// The subscription has ended.
        case stopped
    }

    let turn = Turn<Message>()
    private var waiting: [Int: Message] = [:]
    private var next = 0
    private var isParked = false
    private var hasStopped = false

    func deliver(_ message: Message) {
        switch message {
        case .finished(let index, _, _), .failed(let index, _, _, _): waiting[index] = message
        case .resumed: isParked = false
        case .stopped: hasStopped = true
        }
        if hasStopped { return drop() }
        while !isParked, let message = waiting[next] {
            switch message {
            case .finished(_, let element, let observer):
                let scope = observer.scope
                isParked = !scope.isOpen && scope.park { self.send(.resumed) }
                if isParked { return }
                proceed()
                observer.send(.next(element))
                observer.send(.completed)
            case .failed(_, let error, _, let send):
                proceed()
                send(error)
            case .resumed, .stopped:
                return
            }
        }
    }

    private func proceed() {
        waiting[next] = nil
        next += 1
    }

    /// Releases the results, and reports the errors that are not delivered.
    private func drop() {
        let dropped = waiting.values
        waiting = [:]
        for case .failed(_, let error, let scope, _) in dropped { scope.reportUndelivered(error) }
    }
}
