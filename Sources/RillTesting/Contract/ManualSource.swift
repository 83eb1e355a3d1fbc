package import Rill

/// A cold source to which a test sends events, with counts of subscriptions and disposals.
package final class ManualSource: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var observers: [Int: Observer<Int>] = [:]
    private var subscriptions = 0
    private var disposals = 0

    /// Called when the source is deallocated.
    private let onRelease: @Sendable () -> Void

    /// Whether the source continues to send events to disposed observers.
    private let sendsAfterDisposal: Bool

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - sendsAfterDisposal: Whether the source continues to send events to disposed observers. Defaults to `true`.
    ///   - onRelease: Called when the source is deallocated.
    package init(sendsAfterDisposal: Bool = true, onRelease: @escaping @Sendable () -> Void = {}) {
        self.sendsAfterDisposal = sendsAfterDisposal
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }

    /// The observable, which registers each observer.
    package var observable: Observable<Int> {
        .create { observer in
            let number = self.lock.withLock {
                self.subscriptions += 1
                self.observers[self.subscriptions] = observer
                return self.subscriptions
            }
            return Disposable { self.removeObserver(number) }
        }
    }

    /// The number of subscriptions so far.
    package var subscriptionCount: Int { lock.withLock { subscriptions } }

    /// The number of disposed subscriptions.
    package var disposalCount: Int { lock.withLock { disposals } }

    private func removeObserver(_ number: Int) {
        // The last reference is released outside the lock.
        _ = lock.withLock {
            disposals += 1
            return sendsAfterDisposal ? nil : observers.removeValue(forKey: number)
        }
    }

    /// Sends an event to all observers.
    ///
    /// - Parameter event: The event.
    package func send(_ event: Event<Int>) {
        for observer in lock.withLock({ Array(observers.values) }) { observer.on(event) }
    }

    /// Sends elements to all observers.
    ///
    /// - Parameters:
    ///   - values: The elements.
    ///   - thenComplete: Whether to complete afterward. Defaults to `false`.
    package func send(_ values: Int..., thenComplete: Bool = false) {
        for value in values { send(.next(value)) }
        if thenComplete { send(.completed) }
    }
}
