/// A container that disposes its contents when it is deallocated.
///
/// Store a bag in a property of an object to cancel subscriptions when that object is deallocated. Subscriptions that
/// have ended are removed from the bag, so a long-lived bag does not grow.
public final class DisposeBag: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var scopes: [ObjectIdentifier: Scope] = [:]
    private var isDisposed = false

    /// Creates an empty bag.
    public init() {}

    deinit {
        dispose()
    }

    /// The number of disposables in the bag.
    public var count: Int { lock.withLock { scopes.count } }

    /// Adds a disposable to the bag, or disposes it immediately if the bag has been disposed.
    ///
    /// - Parameter disposable: The disposable to add.
    public func insert(_ disposable: Disposable) {
        guard let scope = disposable.scope else { return }
        let isLate = lock.withLock {
            if !isDisposed { scopes[ObjectIdentifier(scope)] = scope }
            return isDisposed
        }
        if isLate { return disposable.dispose() }
        scope.onStop { [weak self, id = ObjectIdentifier(scope)] in self?.remove(id) }
    }

    /// Disposes all disposables in the bag, and any that are added later.
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
        _ = lock.withLock { scopes.removeValue(forKey: id) }
    }
}

extension Disposable {
    /// Adds this disposable to a bag.
    ///
    /// - Parameter bag: The bag.
    public func disposed(by bag: DisposeBag) {
        bag.insert(self)
    }
}
