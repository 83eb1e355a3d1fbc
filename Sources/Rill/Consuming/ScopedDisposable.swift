/// A handle that ends what runs when it is released.
///
///     final class Search {
///         private let updates: ScopedDisposable
///
///         init(tags: Observable<[String]>) {
///             updates = tags.subscribe(onNext: { print($0) }).scoped()
///         }
///     }
///
/// Keep it in a property, or with `withExtendedLifetime` for as long as it is needed: a local variable may be released
/// after its last use. For many handles take a ``DisposeBag``.
public final class ScopedDisposable: Sendable {
    private let disposable: Disposable

    init(_ disposable: Disposable) {
        self.disposable = disposable
    }

    deinit {
        disposable.dispose()
    }

    /// Ends what runs, before the handle is released.
    ///
    /// Idempotent, see ``Disposable/dispose()``.
    public func dispose() {
        disposable.dispose()
    }

    /// Whether what it stands for has ended, by itself or by disposal.
    public var isDisposed: Bool { disposable.isDisposed }
}

extension Disposable {
    /// Ties this to the life of an object, as dropping a ``Disposable`` ends nothing.
    ///
    /// - Returns: A handle that disposes this when it is released.
    public func scoped() -> ScopedDisposable {
        ScopedDisposable(self)
    }
}
