import Synchronization

@testable import Rill

/// A cold source to which a test sends events from any thread, with counts of subscriptions, disposals, and live
/// objects.
///
/// The observables do not retain the source; the test does. If the test releases the source, nothing retains its
/// subscriptions.
final class CountedSource: @unchecked Sendable {  // `observers` is guarded by `lock`
    private let lock = Lock()
    private var observers: [Observer<Int>?] = []
    private let sendsAfterDisposal: Bool
    private let census: Census
    private let token: Census.Token
    private let onSubscribe: @Sendable () -> Void
    private let onDispose: @Sendable () -> Void

    ///   - census: The object counts, which several sources may share.
    ///   - sendsAfterDisposal: Whether the source continues to send events to disposed observers. Defaults to true.
    ///   - onSubscribe: A closure called during each subscription, after its observer is registered.
    ///   - onDispose: A closure called during each disposal.
    ///   - onDispose: Called inside each disposal.
    init(
        _ census: Census = Census(), sendsAfterDisposal: Bool = true, onSubscribe: @escaping @Sendable () -> Void = {},
        onDispose: @escaping @Sendable () -> Void = {}
    ) {
        self.census = census
        self.sendsAfterDisposal = sendsAfterDisposal
        self.onSubscribe = onSubscribe
        self.onDispose = onDispose
        token = Census.Token(of: census)
    }

    var observable: Observable<Int> {
        .create { [weak self, census] observer in
            guard let self else { return .none }
            census.subscriptions.wrappingAdd(1, ordering: .relaxed)
            let number = lock.withLock {
                observers.append(observer)
                return observers.count - 1
            }
            subscribed.open()
            onSubscribe()
            let token = Census.Token(of: census)
            return Disposable { [weak self, onDispose] in
                token.census.disposals.wrappingAdd(1, ordering: .releasing)
                self?.removeObserver(number)
                onDispose()
            }
        }
    }

    /// Whether the source has not been subscribed to yet.
    var isEmpty: Bool { lock.withLock { observers.isEmpty } }

    /// A latch that opens on the first subscription, before `onSubscribe` is called.
    let subscribed = Latch()

    private func removeObserver(_ number: Int) {
        guard !sendsAfterDisposal else { return }
        let last = lock.withLock { observers[number].take() }
        withExtendedLifetime(last) {}
    }

    /// Sends an event to all observers.
    func send(_ event: Event<Int>) {
        for observer in lock.withLock({ observers }) { observer?.on(event) }
    }

    /// Sends an event to the observer of one subscription, counted from zero.
    func send(_ event: Event<Int>, to number: Int) {
        lock.withLock { observers.indices.contains(number) ? observers[number] : nil }?.on(event)
    }

    /// Removes all observers.
    func removeObservers() {
        let last = lock.withLock {
            defer { observers = [] }
            return observers
        }
        withExtendedLifetime(last) {}
    }
}

/// Counts the subscriptions and live objects of one or more sources.
final class Census: Sendable {
    let subscriptions = Atomic(0)
    let disposals = Atomic(0)
    fileprivate let tokens = Atomic(0)

    /// The number of sources, disposables, and observers in memory.
    var alive: Int { tokens.load(ordering: .acquiring) }

    /// A token that counts as one live object until it is deallocated.
    final class Token: Sendable {
        fileprivate let census: Census

        init(of census: Census) {
            self.census = census
            census.tokens.wrappingAdd(1, ordering: .relaxed)
        }

        deinit {
            census.tokens.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        }
    }

    /// Whether every subscription has been disposed exactly once.
    var isBalanced: Bool {
        subscriptions.load(ordering: .acquiring) == disposals.load(ordering: .acquiring)
    }
}
