public import Dispatch

// Common mistakes. The compiler's message names the correct call. The bodies are never called.
//
// The unused parameter `onNext` of an overload of `subscribe` accepts a trailing closure. Without it, the compiler would
// report an error in the closure as a closure in place of the first argument.
//
// An overload of an operator must not slow down type checking of the expressions in Tests/RillTests/TypeChecking. An
// unavailable overload of `map`, for example, would add seconds.

extension ObservableConvertible {
    /// Unavailable: use `subscribeOn` to subscribe on a scheduler.
    @available(
        *, unavailable,
        message: "use subscribeOn(_:) to start on a scheduler, or subscribe(on: MainActor.shared) to receive events"
    )
    public func subscribe(
        on scheduler: any Scheduler, onNext: (@Sendable (Element) -> Void)? = nil
    ) -> Observable<Element> { fatalError() }

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

    /// Unavailable: the closure receives the actor: subscribe(on: actor) { actor, element in … }.
    @_disfavoredOverload
    @available(*, unavailable, message: "the closure receives the actor: subscribe(on: actor) { actor, element in … }")
    public func subscribe<Isolation: Actor>(
        on actor: Isolation, onNext: @escaping @Sendable (Element) -> Void
    ) -> Disposable { fatalError() }

    /// Unavailable: the closure receives the actor: subscribe(on: actor) { actor, element in … }.
    @_disfavoredOverload
    @available(*, unavailable, message: "the closure receives the actor: subscribe(on: actor) { actor, element in … }")
    public func subscribe<Isolation: Actor, Owner: AnyObject>(
        on actor: Isolation, with owner: Owner, onNext: @escaping @Sendable (Owner, Element) -> Void
    ) -> Disposable { fatalError() }
}

extension Observable {
    /// Unavailable: use Observable.task for one element, or a Task in the closure.
    @available(*, unavailable, message: "use Observable.task for one element, or a Task in the closure")
    public static func create(_ subscribe: @escaping @Sendable (Observer<Element>) async throws -> Disposable)
        -> Observable
    { fatalError() }
}

extension Sequence where Element: ObservableConvertible {
    /// Unavailable: use Observable.concat(_:) with the sequence.
    @available(*, unavailable, message: "use Observable.concat(_:) with the sequence")
    public func concat() -> Observable<Element.Element> { fatalError() }

    /// Unavailable: use Observable.merge(_:) with the collection.
    @available(*, unavailable, message: "use Observable.merge(_:) with the collection")
    public func merge() -> Observable<Element.Element> { fatalError() }
}

/// Unavailable: use MainScheduler.shared for the main queue, or SerialDispatchQueueScheduler(queue:).
@available(
    *, unavailable, message: "use MainScheduler.shared for the main queue, or SerialDispatchQueueScheduler(queue:)"
)
extension DispatchQueue: Scheduler {
    /// Unavailable.
    public var now: Duration { fatalError() }

    /// Unavailable.
    public func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { fatalError() }

    /// Unavailable.
    public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable { fatalError() }
}
