/// Holds what should end with an owner.
///
/// What has ended by itself leaves the bag, so that a long-lived bag does not grow. The rest is disposed when the bag is
/// released, or by `dispose()`.
public final class DisposeBag: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var scopes: [ObjectIdentifier: Scope] = [:]
    private var isDisposed = false

    /// Makes an empty bag.
    public init() {}

    deinit {
        dispose()
    }

    /// How many things are in the bag.
    public var count: Int { lock.withLock { scopes.count } }

    /// Puts something into the bag; disposes it at once if the bag has been disposed.
    ///
    /// - Parameter disposable: What should end with the bag.
    public func insert(_ disposable: Disposable) {
        guard let scope = disposable.scope else { return }
        let isLate = lock.withLock {
            if !isDisposed { scopes[ObjectIdentifier(scope)] = scope }
            return isDisposed
        }
        if isLate { return disposable.dispose() }
        scope.onStop { [weak self, id = ObjectIdentifier(scope)] in self?.remove(id) }
    }

    /// Disposes all that is in the bag, and from now on all that is put into it.
    ///
    /// Idempotent.
    public func dispose() {
        lock.lock()
        isDisposed = true
        let all = scopes
        scopes = [:]
        lock.unlock()
        for scope in all.values { scope.stop() }
    }

    private func remove(_ id: ObjectIdentifier) {
        let last = lock.withLock { scopes.removeValue(forKey: id) }
        withExtendedLifetime(last) {}
    }
}

extension Disposable {
    /// Puts this into a bag, to end with the bag's owner.
    ///
    /// - Parameter bag: Where to put it.
    public func disposed(by bag: DisposeBag) {
        bag.insert(self)
    }
}
