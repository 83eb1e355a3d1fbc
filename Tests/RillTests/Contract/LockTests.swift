import RillTesting
import Testing

@testable import Rill

/// Tests of rule 1.7 of `EventContract.md`: no lock is held during calls to user code.
///
/// While one thread runs an observer or a closure of the source, another thread acquires a lock that the first thread
/// needs next, and then calls into the stream with one of several actions. If a lock is held during the callback, both
/// threads deadlock.
@Suite("Contract 1.7: no lock", .serialized, .tags(.realThreads))
struct LockTests {
    @Test("1.7 no lock is held during calls to user code", .contract, arguments: LockMoment.all, OperatorCase.all)
    fileprivate func noLockIsHeld(moment: LockMoment, operator: OperatorCase) async {
        for action in LockedSubscription.Action.allCases {
            let skips = action == .dispose && moment.callback == .observer ? `operator`.output.count : 1
            for skipping in 0..<skips {
                let subscription = LockedSubscription(
                    to: `operator`, moment.callback, action, skipping: skipping, isPausable: moment.isPausable)
                let hasReturned = await onThreads([{ moment.run(subscription) }])
                #expect(hasReturned, "\(action): deadlock: the first thread is blocked")
                // Any further access to the stream would block, too.
                guard hasReturned else { return }
                if !`operator`.isSynchronous {
                    #expect(await eventually { subscription.hasFinished }, "\(action)")
                }
                let inversion = subscription.inversion
                #expect(inversion.blocked == nil, "deadlock: the other thread is blocked")
                #expect(inversion.count > 0, "\(action): the callback was not called")
                subscription.finish()
            }
        }
    }
}

/// A moment at which no lock may be held.
private struct LockMoment: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let callback: LockedSubscription.Callback
    var isPausable = false
    let run: @Sendable (LockedSubscription) -> Void

    static let all = [
        LockMoment(testDescription: "while an event is being delivered", callback: .observer) { subscription in
            subscription.start()
            for number in 1...3 { subscription.source.send(.next(number)) }
            subscription.source.send(.completed)
        },
        LockMoment(
            testDescription: "while a source resumes after a pause", callback: .observer, isPausable: true
        ) { subscription in
            subscription.scope.pause()
            subscription.start()
            subscription.scope.open()
        },
        LockMoment(testDescription: "while a source is being subscribed to", callback: .subscribing) { subscription in
            subscription.start()
            subscription.source.send(.completed)
        },
        LockMoment(testDescription: "while a source is being disposed", callback: .disposing) { subscription in
            subscription.start()
            subscription.source.send(.next(1))
            subscription.scope.stop()
        },
        LockMoment(testDescription: "while a failed source is being disposed", callback: .disposing) { subscription in
            subscription.start()
            subscription.source.send(.error(TestError()))
            subscription.source.send(.completed)
        },
    ]
}

/// A subscription to one operator, in which a callback waits for an action on another thread.
private final class LockedSubscription: Sendable {
    /// The callback during which the other thread acts.
    enum Callback {
        case observer
        case subscribing
        case disposing
    }

    /// The action of the other thread.
    enum Action: CaseIterable {
        case send
        case end
        case subscribe
        case pauseAndOpen
        case dispose
    }

    let scope: Scope
    let inversion: LockInversion
    let source: CountedSource
    private let stream: Observable<Int>
    private let callback: Callback
    private let action: Action
    private let isPausable: Bool
    private let isSynchronous: Bool

    init(to operator: OperatorCase, _ callback: Callback, _ action: Action, skipping: Int, isPausable: Bool) {
        let ignore: UndeliveredErrors.Handler = { _ in }
        scope = UndeliveredErrors.withHandler(ignore) { Scope("subscribe", Rill.CallSite(#fileID, #line)) }
        let forwarder = CallbackForwarder()
        let source = CountedSource(
            onSubscribe: { if callback == .subscribing { forwarder.forward() } },
            onDispose: { if callback == .disposing { forwarder.forward() } })
        self.source = source
        self.callback = callback
        self.action = action
        self.isPausable = isPausable
        isSynchronous = `operator`.isSynchronous
        inversion = LockInversion(skipping: skipping)
        stream = `operator`.build(isPausable ? .unfold(1) { $0 < 4 ? ($0, $0 + 1) : nil } : source.observable)
        forwarder.subscription = self
    }

    /// Whether the stream has ended and the first thread has left the callback.
    var hasFinished: Bool { scope.isStopped && inversion.isIdle && inversion.count > 0 }

    func start() {
        stream.start(
            Observer(scope) { [self] event in
                if event.isTerminal { scope.stop() }
                if callback == .observer { runAction() }
            })
        // On a queue, the subscription may happen later. With a pausable source, this source is never subscribed to.
        if !isSynchronous, !isPausable { _ = source.subscribed.wait() }
    }

    func finish() {
        scope.stop()
        source.removeObservers()
    }

    private func runAction() {
        inversion.callFromSecondThread("\(action)") { [self] in
            switch action {
            case .send: source.send(.next(4))
            case .end: source.send(.completed)
            case .subscribe: subscribeAgain()
            case .pauseAndOpen:
                scope.pause()
                scope.open()
            case .dispose: scope.stop()
            }
        }
    }

    private func subscribeAgain() {
        let other = Scope()
        stream.start(Observer(other) { if $0.isTerminal { other.stop() } })
        other.stop()
    }

    /// Forwards the callbacks of the source to the subscription.
    private final class CallbackForwarder: @unchecked Sendable {  // set before the threads start
        weak var subscription: LockedSubscription?

        func forward() { subscription?.runAction() }
    }
}
