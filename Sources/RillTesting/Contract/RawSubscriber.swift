internal import Rill
internal import Synchronization

/// A subscriber that receives every event that a source sends, including events sent after disposal.
final class RawSubscriber: @unchecked Sendable {  // `subscription` is set once, before it is opened
    let recorder = Recorder<Int>()
    private var subscription: PausableSubscription<Int>?

    /// Subscribes.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - disposesFirst: Whether to dispose the subscription before subscribing to the source. Defaults to `false`.
    ///   - onEvent: A closure that is called with each event before it is recorded.
    init(
        _ source: Observable<Int>, disposesFirst: Bool = false,
        onEvent: @escaping @Sendable (RawSubscriber, Event<Int>) -> Void = { _, _ in }
    ) {
        let subscription = PausableSubscription(source, "contract", checksEvents: false) { [weak self] event in
            guard let self else { return }
            onEvent(self, event)
            recorder.receive(event)
        }
        self.subscription = subscription
        if disposesFirst { dispose() }
        subscription.open()
    }

    func pause() { subscription?.pause() }
    func resume() { subscription?.open() }
    func dispose() { subscription?.dispose() }
}

/// A subscription with a recorder that detects events that arrive during the delivery of another event.
final class ContractRecording: Sendable {
    let recorder = Recorder<Int>()
    let subscription: Disposable
    private let state: State

    init(_ stream: Observable<Int>, onEvent: @escaping @Sendable (Event<Int>) -> Void = { _ in }) {
        let state = State()
        self.state = state
        subscription = stream.subscribe { [recorder] event in
            if state.isDelivering.exchange(true, ordering: .acquiringAndReleasing) {
                state.hasOverlap.store(true, ordering: .releasing)
            }
            onEvent(event)
            recorder.receive(event)
            state.isDelivering.store(false, ordering: .releasing)
        }
    }

    var events: [Event<Int>] { recorder.events }
    var hasOverlap: Bool { state.hasOverlap.load(ordering: .acquiring) }

    private final class State: Sendable {
        let isDelivering = Atomic(false)
        let hasOverlap = Atomic(false)
    }
}

/// A flag that a test waits for.
final class Flag: @unchecked Sendable {  // `value` is guarded by `condition`
    private let condition = Condition()
    private var value = false

    var isSet: Bool { condition.withLock { value } }

    func set() {
        condition.withLock { value = true }
        condition.broadcast()
    }

    /// Waits for up to one minute.
    ///
    /// - Returns: `true` if the flag was set in time; otherwise, `false`.
    func wait() async -> Bool {
        await condition.wait(timeout: .seconds(60)) { [self] in value }
    }
}

/// A number that event handlers change.
final class Counter: @unchecked Sendable {  // guarded by rule 1.3: events do not overlap
    var value = 0
}
