import Synchronization

@testable import Rill

/// A cold source that threads send to by hand, and that counts who came, who went and what is still in memory.
///
/// Its streams do not keep it alive: the test does, so that a subscription whose source is dropped is held by nobody.
final class CountedSource: @unchecked Sendable {  // `observers` is guarded by `lock`
    private let lock = Lock()
    private var observers: [Observer<Int>?] = []
    private let isCareless: Bool
    private let census: Census
    private let token: Census.Token
    private let onSubscribe: @Sendable () -> Void
    private let onDispose: @Sendable () -> Void

    /// - Parameters:
    ///   - census: Takes the counts; one may serve many sources.
    ///   - isCareless: Whether it goes on sending to those who have left.
    ///   - onSubscribe: Called inside each subscription, when its observer can be sent to.
    ///   - onDispose: Called inside each disposal.
    init(
        _ census: Census = Census(), isCareless: Bool = true, onSubscribe: @escaping @Sendable () -> Void = {},
        onDispose: @escaping @Sendable () -> Void = {}
    ) {
        self.census = census
        self.isCareless = isCareless
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
                self?.leave(number)
                onDispose()
            }
        }
    }

    /// Whether nobody has subscribed yet.
    var isEmpty: Bool { lock.withLock { observers.isEmpty } }

    /// Opens when somebody has subscribed, before `onSubscribe` is called.
    let subscribed = Latch()

    private func leave(_ number: Int) {
        guard !isCareless else { return }
        let last = lock.withLock { observers[number].take() }
        withExtendedLifetime(last) {}
    }

    /// Sends to all who have subscribed.
    func send(_ event: Event<Int>) {
        for observer in lock.withLock({ observers }) { observer?.on(event) }
    }

    /// Sends to the one who subscribed as the given one, from zero.
    func send(_ event: Event<Int>, to number: Int) {
        lock.withLock { observers.indices.contains(number) ? observers[number] : nil }?.on(event)
    }

    /// Lets go of all who have subscribed.
    func forget() {
        let last = lock.withLock {
            defer { observers = [] }
            return observers
        }
        withExtendedLifetime(last) {}
    }
}

/// Counts of some sources and of those who listen to them.
final class Census: Sendable {
    let subscriptions = Atomic(0)
    let disposals = Atomic(0)
    fileprivate let tokens = Atomic(0)

    /// How much of the sources, their disposals and their observers is in memory.
    var alive: Int { tokens.load(ordering: .acquiring) }

    /// Counts as long as whoever captured it is in memory.
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

    /// Whether each subscription has been disposed once.
    var isEven: Bool {
        subscriptions.load(ordering: .acquiring) == disposals.load(ordering: .acquiring)
    }
}
