/// A handle that disposes its subscription when it is deallocated.
///
///     final class Search {
///         private let updates: ScopedDisposable
///
///         init(tags: Observable<[String]>) {
///             updates = tags.subscribe(onNext: { print($0) }).scoped()
///         }
///     }
///
/// Store it in a property, or extend its lifetime with `withExtendedLifetime`, because a local variable may be released
/// after its last use. To manage many disposables, use a ``DisposeBag``.
public final class ScopedDisposable: Sendable {
    private let disposable: Disposable

    init(_ disposable: Disposable) {
        self.disposable = disposable
    }

    deinit {
        disposable.dispose()
    }

    /// Cancels the underlying work before the handle is deallocated.
    ///
    /// Idempotent; see ``Disposable/dispose()``.
    public func dispose() {
        disposable.dispose()
    }

    /// A Boolean value that indicates whether the underlying work has ended or been disposed.
    public var isDisposed: Bool { disposable.isDisposed }
}

extension Disposable {
    /// Returns a handle that disposes this disposable when the handle is deallocated.
    public func scoped() -> ScopedDisposable {
        ScopedDisposable(self)
    }
}
