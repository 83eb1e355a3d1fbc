/// A handle on something that runs: a subscription, a timer, scheduled work.
///
/// Dropping the handle does nothing; `dispose()` ends what runs. Keep it in a ``DisposeBag`` to end it with an owner.
public struct Disposable: Sendable {
    @usableFromInline let scope: Scope?

    @inlinable
    init(_ scope: Scope?) {
        self.scope = scope
    }

    /// Makes a handle that runs an action when it is first disposed.
    ///
    /// - Parameter action: What to do; called at most once, on the thread that disposes.
    public init(_ action: @escaping @Sendable () -> Void) {
        scope = Scope(action: action)
    }

    /// A handle on nothing, for sources that have nothing to clean up.
    @inlinable
    public static var none: Disposable { Disposable(nil) }

    /// Ends what runs.
    ///
    /// Idempotent, silent, callable from any thread.
    ///
    /// Called where the events are delivered, nothing follows. Called elsewhere, at most the event that is already being
    /// delivered finishes.
    @inlinable
    public func dispose() {
        scope?.stop()
    }

    /// Whether what it stands for has ended, by itself or by `dispose()`.
    @inlinable
    public var isDisposed: Bool { scope?.isStopped ?? true }
}
