// Operator names from other libraries and common mistakes. The compiler's message names the correct call.
//
// An overload of an operator must not slow down type checking of the expressions in Tests/RillTests/TypeChecking. An
// unavailable overload of `map`, for example, would add seconds.

extension ObservableConvertible {
    /// Unavailable: use `subscribeOn` to subscribe on a scheduler.
    @available(
        *, unavailable,
        message: "use subscribeOn(_:) to start on a scheduler, or subscribe(on: MainActor.shared) to receive events"
    )
    public func subscribe(on scheduler: any Scheduler) -> Observable<Element> { fatalError() }

    /// Unavailable: use `observeOn` to receive events on a scheduler.
    @available(*, unavailable, renamed: "observeOn(_:)")
    public func observe(on scheduler: any Scheduler) -> Observable<Element> { fatalError() }

    /// Unavailable: use `observeOn` to receive events on a scheduler.
    @available(*, unavailable, renamed: "observeOn(_:)")
    public func receive(on scheduler: any Scheduler) -> Observable<Element> { fatalError() }

    /// Unavailable: use `subscribe(on:)` to receive events on an actor.
    @available(*, unavailable, message: "use subscribe(on:) to receive events on an actor")
    public func observeOn<Isolation: Actor>(_ actor: Isolation) -> Observable<Element> { fatalError() }

    /// Unavailable: use `flatMapTask` for an asynchronous closure.
    @available(
        *, unavailable,
        message: "the closure must return an observable. Use flatMapTask for an async closure, or map for a value"
    )
    public func flatMap<Result: Sendable>(
        maxConcurrent: Int = .max, _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> { fatalError() }

    /// Unavailable: use `mapTask` to call an asynchronous closure for one element at a time.
    @available(*, unavailable, renamed: "mapTask(_:)")
    public func concatMapTask<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) -> Observable<Result> { fatalError() }
}
