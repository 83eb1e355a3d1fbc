/// An observable whose events are delivered on the main queue, so that the closures of its subscribers run on the main
/// actor.
///
///     tags.observeOn(MainScheduler.shared).subscribe(onNext: { self.label.text = $0.first?.id })
///
/// Operators return an ``Observable``, because their closures are not isolated to an actor. Use `asObservable()` where a
/// declaration requires an ``Observable``.
public struct MainActorObservable<Element: Sendable>: ObservableConvertible {
    // Swift prefers a closure parameter without an actor to one with a global actor. Methods that take any scheduler, or
    // closures without an actor, are therefore disfavored. For `observeOn`, this also keeps type checking fast: otherwise,
    // the type checker would solve the rest of a chain twice.

    /// An observable whose events are delivered on the main queue.
    fileprivate let source: Observable<Element>

    /// Returns an observable that delivers the same events on the main queue.
    public func asObservable() -> Observable<Element> { source }

    /// Subscribes to the observable with a closure that receives all events on the main actor.
    ///
    /// - Parameter onEvent: Called with each event.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    public func subscribe(
        _ onEvent: @escaping @MainActor @Sendable (Event<Element>) -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        source.subscribe({ event in MainActor.assumeIsolated { onEvent(event) } }, file: file, line: line)
    }

    /// Subscribes to the observable with closures that run on the main actor.
    ///
    /// After disposal on the main actor, no closures are called.
    ///
    /// ## Errors
    /// Without `onError`, an error is passed to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - onNext: Called with each element.
    ///   - onError: Called with the error if the stream fails.
    ///   - onCompleted: Called when the stream completes.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    public func subscribe(
        onNext: (@MainActor @Sendable (Element) -> Void)? = nil,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        source.subscribe(
            onNext: { element in MainActor.assumeIsolated { onNext?(element) } },
            onError: onError.map { onError -> @Sendable (any Error) -> Void in
                { error in MainActor.assumeIsolated { onError(error) } }
            },
            onCompleted: onCompleted.map { onCompleted -> @Sendable () -> Void in
                { MainActor.assumeIsolated { onCompleted() } }
            },
            file: file, line: line)
    }

    /// Subscribes to the observable on behalf of an owner, which is referenced weakly, with closures that run on the
    /// main actor.
    ///
    /// If an event arrives after the owner has been deallocated, the subscription is disposed. After disposal on the
    /// main actor, no closures are called.
    ///
    /// ## Errors
    /// Without `onError`, an error is passed to ``UndeliveredErrors``.
    ///
    /// - Parameters:
    ///   - owner: The owner. It is passed to the closures, so that they do not need to capture it.
    ///   - onNext: Called with the owner and each element.
    ///   - onError: Called with the owner and the error if the stream fails.
    ///   - onCompleted: Called with the owner when the stream completes.
    /// - Returns: A disposable that cancels the subscription. Releasing it without disposing has no effect.
    public func subscribe<Owner: AnyObject & Sendable>(
        with owner: Owner,
        onNext: (@MainActor @Sendable (Owner, Element) -> Void)? = nil,
        onError: (@MainActor @Sendable (Owner, any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable (Owner) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Disposable {
        source.subscribe(
            with: owner,
            onNext: { owner, element in MainActor.assumeIsolated { onNext?(owner, element) } },
            onError: onError.map { onError -> @Sendable (Owner, any Error) -> Void in
                { owner, error in MainActor.assumeIsolated { onError(owner, error) } }
            },
            onCompleted: { owner in MainActor.assumeIsolated { onCompleted?(owner) } },
            file: file, line: line)
    }
}

extension ObservableConvertible {
    /// Delivers all events, including errors, on the main queue, in order.
    ///
    /// The closures of a subscription to the result run on the main actor:
    ///
    ///     tags.observeOn(MainScheduler.shared).subscribe(onNext: { self.label.text = $0.first?.id })
    ///
    /// Events are buffered as by `observeOn` with other schedulers.
    ///
    /// - Parameters:
    ///   - scheduler: The main scheduler.
    ///   - bufferSize: The maximum number of buffered elements. Must be at least 1. Defaults to 1,024.
    ///   - onOverflow: The strategy to use when the buffer is full. Defaults to failing.
    /// - Returns: An observable that emits the same events, except for any elements that are dropped.
    /// - SeeAlso: `subscribe(on:onNext:onError:onCompleted:file:line:)`
    public func observeOn(
        _ scheduler: MainScheduler, bufferSize: Int = 1_024, onOverflow: OverflowStrategy = .fail,
        file: StaticString = #fileID, line: UInt = #line
    ) -> MainActorObservable<Element> {
        let scheduler: any Scheduler = scheduler
        return MainActorObservable(
            source: observeOn(scheduler, bufferSize: bufferSize, onOverflow: onOverflow, file: file, line: line))
    }
}
