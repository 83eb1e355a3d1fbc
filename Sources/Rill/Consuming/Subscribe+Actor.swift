extension ObservableConvertible {
    /// Subscribes to the observable with closures that run on the main actor.
    ///
    ///     tags.subscribe(on: MainActor.shared, onNext: { self.label.text = $0.first?.id })
    ///
    ///     printed  (123)             Observable.of(1, 2, 3).subscribe(on: MainActor.shared, onNext: { print($0) })
    ///
    /// ![A marble diagram of `subscribe`.](subscribe-on)
    ///
    /// Events are delivered through the main queue, in order, as with `observeOn(MainScheduler.shared)`. After disposal
    /// on the main actor, no closures are called.
    ///
    /// ## Errors
    /// Without `onError`, an error is passed to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - actor: The main actor.
    ///   - onNext: Called with each element.
    ///   - onError: Called with the error if the stream fails.
    ///   - onCompleted: Called when the stream completes.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    public func subscribe(
        on actor: MainActor,
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        observeOn(MainScheduler.shared, file: file, line: line)
            .subscribe(onNext: onNext, onError: onError, onCompleted: onCompleted, file: file, line: line)
    }

    /// Subscribes to the observable on behalf of an owner, which is referenced weakly, with closures that run on the
    /// main actor.
    ///
    ///     tags.subscribe(on: MainActor.shared, with: self) { me, tags in me.label.text = tags.first?.id }
    ///
    ///     printed  (12)  Observable.of(1, 2).subscribe(on: MainActor.shared, with: owner) { owner, number in print(number) }
    ///
    /// ![A marble diagram of `subscribe`.](subscribe-on-2)
    ///
    /// Events are delivered through the main queue, in order, as with `observeOn(MainScheduler.shared)`. If an event
    /// arrives after the owner has been deallocated, the subscription is disposed. After disposal on the main actor, no
    /// closures are called.
    ///
    /// ## Errors
    /// Without `onError`, an error is passed to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - actor: The main actor.
    ///   - owner: The owner. It is passed to the closures, so that they do not need to capture it.
    ///   - onNext: Called with the owner and each element.
    ///   - onError: Called with the owner and the error if the stream fails.
    ///   - onCompleted: Called with the owner when the stream completes.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    public func subscribe<Owner: AnyObject & Sendable>(
        on actor: MainActor, with owner: Owner,
        onNext: (@MainActor @Sendable (Owner, Element) -> Void)? = nil,
        onError: (@MainActor @Sendable (Owner, any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable (Owner) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        observeOn(MainScheduler.shared, file: file, line: line)
            .subscribe(with: owner, onNext: onNext, onError: onError, onCompleted: onCompleted, file: file, line: line)
    }

    /// Subscribes to the observable with closures that run on an actor, which is referenced weakly.
    ///
    ///     measurements.subscribe(on: recorder) { recorder, value in recorder.append(value) }
    ///
    /// The closures are isolated to the actor, which is their first parameter, so that they can use its state without
    /// `await`. Events are delivered in order. While the actor is busy, up to 1,024 elements are buffered. The source
    /// is paused when the buffer is three quarters full; if it does not support back-pressure and fills the buffer, the
    /// stream fails. If an event arrives after the actor has been deallocated, the subscription is disposed. After
    /// disposal on the actor, no closures are called.
    ///
    /// ## Errors
    /// Without `onError`, an error is passed to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - actor: The actor.
    ///   - onNext: Called with the actor and each element.
    ///   - onError: Called with the actor and the error if the stream fails.
    ///   - onCompleted: Called with the actor when the stream completes.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    /// - Complexity: Two atomic operations per event; one task per batch.
    @_disfavoredOverload  // keeps type checking of the overloads for the main actor fast
    public func subscribe<Isolation: Actor>(
        on actor: Isolation,
        onNext: (@Sendable (isolated Isolation, Element) -> Void)? = nil,
        onError: (@Sendable (isolated Isolation, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (isolated Isolation) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        observeOn(ActorScheduler(actor), file: file, line: line).subscribe(
            with: actor,
            onNext: { actor, element in actor.assumeIsolated { onNext?($0, element) } },
            onError: onError.map { onError -> @Sendable (Isolation, any Error) -> Void in
                { actor, error in actor.assumeIsolated { onError($0, error) } }
            },
            onCompleted: { actor in actor.assumeIsolated { onCompleted?($0) } },
            file: file, line: line)
    }
}

/// A scheduler that runs work on an actor, in separate tasks.
///
/// The order of the tasks is undefined. The scheduler is therefore suitable only for `observeOn`, which schedules one
/// work item at a time. After the actor has been deallocated, work runs outside the actor: the subscription, which also
/// references the actor weakly, then disposes itself.
private struct ActorScheduler: Scheduler, CustomStringConvertible {
    let description: String
    private let run: @Sendable (@escaping @Sendable () -> Void) async -> Void

    init<Isolation: Actor>(_ actor: Isolation) {
        description = "\(Isolation.self)"
        run = { [weak actor] work in
            if let actor { await actor.run(work) } else { work() }
        }
    }

    var now: Duration { MainScheduler.shared.now }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        let scope = Scope()
        Task { await run(scope.cancelable(work)) }
        return Disposable(scope)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        MainScheduler.shared.schedule(after: delay) { _ = schedule(work) }
    }
}

extension Actor {
    /// Runs work on this actor.
    fileprivate func run(_ work: @Sendable () -> Void) {
        work()
    }
}
