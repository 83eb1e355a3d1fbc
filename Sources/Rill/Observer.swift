/// The receiving end of a subscription.
///
/// `Observable.create` passes an observer to its closure. That observer is thread-safe: concurrent events are delivered
/// one at a time. The observer of `transformEvents` is only valid while the closure that receives it runs. Events sent
/// after a terminal event or after disposal are ignored.
public struct Observer<Element: Sendable>: Sendable {
    /// The lifetime of the subscription that receives the events.
    ///
    /// Sources check the scope before they emit each element.
    @usableFromInline let scope: Scope

    /// Receives events, one at a time.
    @usableFromInline let send: @Sendable (Event<Element>) -> Void

    /// Whether this is the unmodified observer of a source in tail position.
    @usableFromInline let isTail: Bool

    /// Creates an observer from a closure.
    ///
    /// Operators on hot paths pass a local function with `@inline(__always)`. The compiler does not inline a closure into
    /// the generic entry point that unpacks the event, which costs several nanoseconds per event.
    @inlinable
    init(_ scope: Scope, isTail: Bool = false, send: @escaping @Sendable (Event<Element>) -> Void) {
        self.scope = scope
        self.isTail = isTail
        self.send = send
    }

    /// A Boolean value that indicates whether the subscription has ended, so that a source can stop emitting.
    @inlinable
    public var isDisposed: Bool { scope.isStopped }

    /// Sends an event.
    ///
    /// - Parameter event: The event.
    @inlinable
    public func on(_ event: Event<Element>) {
        send(event)
    }

    /// Sends an element.
    ///
    /// - Parameter element: The element.
    @inlinable
    public func onNext(_ element: Element) {
        send(.next(element))
    }

    /// Terminates the stream with an error.
    ///
    /// - Parameter error: The error.
    @inlinable
    public func onError(_ error: any Error) {
        send(.error(error))
    }

    /// Completes the stream.
    @inlinable
    public func onCompleted() {
        send(.completed)
    }
}

extension Observer {
    /// A Boolean value that indicates whether the subscriber is paused.
    ///
    /// A source that supports back-pressure checks this before each element, and sends no elements until the subscriber
    /// resumes; see ``whenResumed(_:)``. An element that is sent nevertheless is delivered, and takes space in the next
    /// buffer.
    public var isPaused: Bool { !scope.isOpen && !scope.isStopped }

    /// Stores a closure that is called when the subscriber resumes.
    ///
    ///     while !observer.isDisposed {
    ///         if observer.isPaused, observer.whenResumed({ self.sendRest() }) { return }
    ///         observer.onNext(nextElement())
    ///     }
    ///
    /// The subscriber may have resumed since ``isPaused`` was read. In that case, the closure is not stored, and the
    /// source continues by itself. If the subscription ends, the closure is released without being called.
    ///
    /// A subscription waits for one closure at a time: a second call before the first closure has been called traps.
    ///
    /// - Parameter resume: The closure, called once, on the thread that resumes the subscriber.
    /// - Returns: Whether the closure was stored or released, so that the source must not continue by itself.
    public func whenResumed(_ resume: @escaping @Sendable () -> Void) -> Bool {
        !scope.isOpen && scope.park(resume)
    }
}
