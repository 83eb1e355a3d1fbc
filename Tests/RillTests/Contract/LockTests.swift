import RillTesting
import Testing

@testable import Rill

/// Rule 1.7 of `EventContract.md`: nothing of the user's is called under a lock.
///
/// One thread is inside an observer or a closure of the source. Another takes a lock that the first wants next, and calls
/// in, by each way in its turn.
@Suite("Contract 1.7: no lock", .serialized, .tags(.realThreads))
struct LockTests {
    @Test("1.7 no lock is held while an event is being delivered", .contract, arguments: OperatorCase.all)
    func whileDelivering(operator: OperatorCase) async {
        await expectNoInversion(`operator`, in: .observer) { subscription in
            subscription.start()
            for number in 1...3 { subscription.source.send(.next(number)) }
            subscription.source.send(.completed)
        }
    }

    @Test("1.7 no lock is held while a source goes on after a pause", .contract, arguments: OperatorCase.all)
    func whileResuming(operator: OperatorCase) async {
        await expectNoInversion(`operator`, in: .observer, parks: true) { subscription in
            subscription.scope.pause()
            subscription.start()
            subscription.scope.open()
        }
    }

    @Test("1.7 no lock is held while a source is being subscribed to", .contract, arguments: OperatorCase.all)
    func whileSubscribing(operator: OperatorCase) async {
        await expectNoInversion(`operator`, in: .subscribing) { subscription in
            subscription.start()
            subscription.source.send(.completed)
        }
    }

    @Test("1.7 no lock is held while a source is being disposed", .contract, arguments: OperatorCase.all)
    func whileDisposing(operator: OperatorCase) async {
        await expectNoInversion(`operator`, in: .disposing) { subscription in
            subscription.start()
            subscription.source.send(.next(1))
            subscription.scope.stop()
        }
    }

    @Test(
        "1.7 no lock is held while a source that has failed is being disposed", .contract,
        arguments: OperatorCase.all)
    func whileFailing(operator: OperatorCase) async {
        await expectNoInversion(`operator`, in: .disposing) { subscription in
            subscription.start()
            subscription.source.send(.error(TestError()))
            subscription.source.send(.completed)
        }
    }

    private func expectNoInversion(
        _ operator: OperatorCase, in place: LockedSubscription.Place, parks: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ run: @escaping @Sendable (LockedSubscription) -> Void
    ) async {
        for way in LockedSubscription.Way.allCases {
            let skips = way == .dispose && place == .observer ? `operator`.output.count : 1
            for skipping in 0..<skips {
                let subscription = LockedSubscription(to: `operator`, place, way, skipping: skipping, parks: parks)
                let hasReturned = await onThreads([{ run(subscription) }])
                #expect(hasReturned, "\(way): a thread is stuck", sourceLocation: sourceLocation)
                // Whoever touched the stream now would be stuck as well.
                guard hasReturned else { return }
                if !`operator`.isSynchronous {
                    #expect(await eventually { subscription.isOver }, "\(way)", sourceLocation: sourceLocation)
                }
                let inversion = subscription.inversion
                #expect(inversion.stuck == nil, "another thread was stuck", sourceLocation: sourceLocation)
                #expect(inversion.count > 0, "\(way): nobody was inside", sourceLocation: sourceLocation)
                subscription.finish()
            }
        }
    }
}

/// A subscription to one operator, with one closure of the user's in which a thread meets another.
private final class LockedSubscription: Sendable {
    /// Which closure it is.
    enum Place {
        case observer
        case subscribing
        case disposing
    }

    /// How the other thread calls in.
    enum Way: CaseIterable {
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
    private let place: Place
    private let way: Way
    private let parks: Bool
    private let isSynchronous: Bool

    init(to operator: OperatorCase, _ place: Place, _ way: Way, skipping: Int, parks: Bool) {
        let ignore: UndeliveredErrors.Handler = { _ in }
        scope = UndeliveredErrors.withHandler(ignore) { Scope("subscribe", Rill.Place(#fileID, #line)) }
        let visitor = Visitor()
        let source = CountedSource(
            onSubscribe: { if place == .subscribing { visitor.visit() } },
            onDispose: { if place == .disposing { visitor.visit() } })
        self.source = source
        self.place = place
        self.way = way
        self.parks = parks
        isSynchronous = `operator`.isSynchronous
        inversion = LockInversion(skipping: skipping)
        stream = `operator`.build(parks ? .unfold(1) { $0 < 4 ? ($0, $0 + 1) : nil } : source.observable)
        visitor.subscription = self
    }

    /// Whether the result has ended and the first thread has left.
    var isOver: Bool { scope.isStopped && inversion.isIdle && inversion.count > 0 }

    func start() {
        stream.start(
            Observer(scope) { [self] event in
                if event.isTerminal { scope.stop() }
                if place == .observer { letIn() }
            })
        // On a queue it may be subscribed to later; a source that parks stands in for this one.
        if !isSynchronous, !parks { _ = source.subscribed.wait() }
    }

    func finish() {
        scope.stop()
        source.forget()
    }

    private func letIn() {
        inversion.letIn("\(way)") { [self] in
            switch way {
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

    /// What the source's closures know of the subscription.
    private final class Visitor: @unchecked Sendable {  // set before the threads begin
        weak var subscription: LockedSubscription?

        func visit() { subscription?.letIn() }
    }
}
