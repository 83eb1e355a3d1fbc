import Rill

/// A cold source that a test sends to by hand, and that counts who came and went.
final class ManualSource: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var observers: [Int: Observer<Int>] = [:]
    private var subscriptions = 0
    private var disposals = 0

    /// Released when nobody can send through this source any more.
    private let onRelease: @Sendable () -> Void

    /// Whether it goes on sending to those who have left, as a careless source does.
    private let isCareless: Bool

    init(isCareless: Bool = true, onRelease: @escaping @Sendable () -> Void = {}) {
        self.isCareless = isCareless
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }

    var observable: Observable<Int> {
        .create { observer in
            let number = self.lock.withLock {
                self.subscriptions += 1
                self.observers[self.subscriptions] = observer
                return self.subscriptions
            }
            return Disposable { self.leave(number) }
        }
    }

    var subscriptionCount: Int { lock.withLock { subscriptions } }
    var disposalCount: Int { lock.withLock { disposals } }

    private func leave(_ number: Int) {
        let last = lock.withLock {
            disposals += 1
            return isCareless ? nil : observers.removeValue(forKey: number)
        }
        withExtendedLifetime(last) {}
    }

    func send(_ event: Event<Int>) {
        for observer in lock.withLock({ Array(observers.values) }) { observer.on(event) }
    }

    func send(_ values: Int..., thenComplete: Bool = false) {
        for value in values { send(.next(value)) }
        if thenComplete { send(.completed) }
    }
}
