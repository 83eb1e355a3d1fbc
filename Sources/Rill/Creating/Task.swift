extension Observable {
    /// Emits what an asynchronous closure returns, then completes.
    ///
    ///     let length = Observable.task { try await download().count }
    ///
    /// The closure runs in a task of its own for each subscriber, on no actor. Disposal cancels the task. Does not park:
    /// there is nothing to hold back but the one value.
    ///
    ///     result   (7|)              Observable.task { 7 }
    ///
    /// ## Errors
    /// What the closure throws.
    ///
    /// - Parameters:
    ///   - priority: The task's priority; nil for that of the subscriber.
    ///   - work: Makes the value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of exactly one value.
    /// - Complexity: One task.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/start.html>
    public static func task(
        priority: TaskPriority? = nil,
        _ work: @escaping @Sendable () async throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { $0.run(priority: priority, at: Site("task", file, line), work) }
    }
}

extension Observer {
    /// Runs a task, sends what it returns and completes, or sends what it throws.
    ///
    /// Stopping the scope cancels the task.
    func run(
        priority: TaskPriority? = nil, at site: Site, _ work: @escaping @Sendable () async throws -> Element
    ) {
        let task = Task(priority: priority) {
            do {
                let element = try await work()
                if !scope.isStopped { send(.next(element)) }
                if !scope.isStopped { send(.completed) }
            } catch {
                if !scope.isStopped {
                    fail(error, at: site)
                } else if !(error is CancellationError) {
                    scope.reportUndelivered(error)
                }
            }
        }
        scope.onStop { task.cancel() }
    }
}
