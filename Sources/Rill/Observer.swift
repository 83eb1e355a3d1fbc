/// The receiving end of one subscription: takes events and passes them on.
///
/// `Observable.create` hands one out. It may be called from any thread, also from several at once: its events come out
/// one at a time. After the end, and after the subscription has been disposed, it ignores what it is sent.
public struct Observer<Element: Sendable>: Sendable {
    /// The life of the subscription that the events are for.
    ///
    /// Sources look at it before each element.
    @usableFromInline let scope: Scope

    /// Takes one event; called for one event at a time.
    @usableFromInline let send: @Sendable (Event<Element>) -> Void

    /// Whether this is the observer of a source in tail position, handed on without a change since then.
    @usableFromInline let isTail: Bool

    @inlinable
    init(_ scope: Scope, isTail: Bool = false, send: @escaping @Sendable (Event<Element>) -> Void) {
        self.scope = scope
        self.isTail = isTail
        self.send = send
    }

    /// Whether the subscription is over, so that there is no use in producing more.
    @inlinable
    public var isDisposed: Bool { scope.isStopped }

    /// Sends one event.
    ///
    /// - Parameter event: A value or the end.
    @inlinable
    public func on(_ event: Event<Element>) {
        send(event)
    }

    /// Sends a value.
    ///
    /// - Parameter element: The value.
    @inlinable
    public func onNext(_ element: Element) {
        send(.next(element))
    }

    /// Ends the stream with a failure.
    ///
    /// - Parameter error: What went wrong.
    @inlinable
    public func onError(_ error: any Error) {
        send(.error(error))
    }

    /// Ends the stream with success.
    @inlinable
    public func onCompleted() {
        send(.completed)
    }
}

extension Observer {
    /// Whether the subscriber asks a source that can park to do so.
    package var isPaused: Bool { !scope.isOpen && !scope.isStopped }

    /// Keeps what goes on with a source that parks, if the subscriber is paused; drops it if the subscription is over.
    ///
    /// - Parameter resume: Called once, by the thread that lets the source go on.
    /// - Returns: False if the subscriber is not paused: then the source goes on by itself and `resume` is not kept.
    package func park(_ resume: @escaping @Sendable () -> Void) -> Bool {
        !scope.isOpen && scope.park(resume)
    }
}
