/// The receiving end of a subscription.
///
/// `Observable.create` passes an observer to its closure. That observer is thread-safe: concurrent events are delivered
/// one at a time. The observer of `transformEvents` is valid only while the closure that receives it runs. Events sent
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
    /// Operators on hot paths pass a local function with `@inline(__always)`. The compiler does not inline a closure
    /// into the generic entry point that unpacks the event, so a closure would cost several nanoseconds per event.
    @inlinable
    init(_ scope: Scope, isTail: Bool = false, send: @escaping @Sendable (Event<Element>) -> Void) {
        self.scope = scope
        self.isTail = isTail
        self.send = send
    }

    /// A Boolean value that indicates whether the subscription has ended.
    ///
    /// A source can check it to stop emitting.
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
    /// resumes; see ``whenResumed(_:)``. An element that is sent during a pause is still delivered, and takes up space
    /// in the next buffer downstream.
    public var isPaused: Bool { !scope.isOpen && !scope.isStopped }

    /// Stores a closure that is called when the subscriber resumes.
    ///
    ///     while !observer.isDisposed {
    ///         if observer.isPaused, observer.whenResumed({ self.sendRest() }) { return }
    ///         observer.onNext(nextElement())
    ///     }
    ///
    /// If the subscriber has already resumed since ``isPaused`` was read, the closure is not stored, and the source
    /// continues by itself. If the subscription ends, the closure is released without being called.
    ///
    /// A subscription stores one closure at a time: calling this method again before the stored closure has been called
    /// is a programming error and traps.
    ///
    /// - Parameter resume: The closure, called once, on the thread that resumes the subscriber.
    /// - Returns: `true` if the closure was stored or released, in which case the source must not continue by itself;
    ///   `false` if the source must continue.
    public func whenResumed(_ resume: @escaping @Sendable () -> Void) -> Bool {
        !scope.isOpen && scope.park(resume)
    }
}
