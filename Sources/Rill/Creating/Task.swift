extension Observable {
    /// Emits the result of an asynchronous closure and then completes.
    ///
    ///     let length = Observable.task { try await download().count }
    ///
    /// The closure runs in a separate task for each subscriber, not isolated to an actor. Disposal cancels the task.
    /// Does not support back-pressure, because there is only one element.
    ///
    ///     result   (7|)              Observable.task { 7 }
    ///
    /// ![A marble diagram of `task`.](task)
    ///
    /// ## Errors
    /// Any error thrown by the closure.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task. Defaults to `nil`, which means the priority of the subscribing task.
    ///   - work: The closure that returns the element.
    /// - Returns: A cold observable of exactly one element.
    /// - Complexity: One task.
    public static func task(
        priority: TaskPriority? = nil,
        _ work: @escaping @Sendable () async throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { $0.run(priority: priority, at: OperatorCallSite("task", file, line), work) }
    }
}

extension Observer {
    /// Runs a task that sends the result of a closure and completes, or sends the error that the closure throws.
    ///
    /// Stopping the scope cancels the task.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task.
    ///   - site: The call site for the trace of an error, or `nil` if the receiver of the error records one.
    ///   - work: The closure that returns the element.
    func run(
        priority: TaskPriority? = nil, at site: OperatorCallSite?,
        _ work: @escaping @Sendable () async throws -> Element
    ) {
        // After the closure has ended, the task runs the code of the subscriber, which must not find itself canceled.
        let end = Countdown(from: 1)
        let task = Task(priority: priority) {
            do {
                let element = try await work()
                _ = end.step()
                if !scope.isStopped { send(.next(element)) }
                if !scope.isStopped { send(.completed) }
            } catch {
                _ = end.step()
                if !scope.isStopped {
                    if let site { fail(error, at: site) } else { send(.error(error)) }
                } else if !(error is CancellationError) {
                    scope.reportUndelivered(error)
                }
            }
        }
        scope.onStop { if end.step() { task.cancel() } }
    }
}
