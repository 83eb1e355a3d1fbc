/// A handle that cancels a subscription, a timer, or scheduled work.
///
/// Releasing the handle has no effect; call `dispose()` to cancel. To dispose automatically when an owner is
/// deallocated, add the handle to a ``DisposeBag``.
public struct Disposable: Sendable {
    @usableFromInline let scope: Scope?

    @inlinable
    init(_ scope: Scope?) {
        self.scope = scope
    }

    /// Creates a disposable that runs an action when it is first disposed.
    ///
    /// - Parameter action: The action. Called at most once, on the thread that calls `dispose()`.
    public init(_ action: @escaping @Sendable () -> Void) {
        scope = Scope(action: action)
    }

    /// A disposable that does nothing, for sources without resources to clean up.
    @inlinable
    public static var none: Disposable { Disposable(nil) }

    /// Cancels the underlying work.
    ///
    /// Idempotent and thread-safe. Disposing does not emit an event.
    ///
    /// After disposal from within an event handler, no further events are delivered. After disposal from another
    /// thread, an event that is already being delivered may still finish.
    @inlinable
    public func dispose() {
        scope?.stop()
    }

    /// A Boolean value that indicates whether the underlying work has ended or been disposed.
    @inlinable
    public var isDisposed: Bool { scope?.isStopped ?? true }
}
