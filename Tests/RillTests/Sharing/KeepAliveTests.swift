import RillSwiftTesting
import RillTestSupport
import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Tests of the connections of `share(replay:keepAlive:)` and `refCount()`.
@Suite struct KeepAliveTests {
    let kit = TestKit()

    private func shared(_ source: TestableObservable<String>) -> Observable<String> {
        source.share(replay: 1, keepAlive: .seconds(3), scheduler: kit.scheduler)
    }

    /// The source, the ticks of the first departure, the second subscription, and the second departure, the events of
    /// both subscribers, and the subscriptions of the source.
    @Test(
        arguments: [
            // A subscriber that arrives in time uses the same connection.
            ("-1--2--3--|", 2, 3, nil, "-1", "---12--3--|", ["^---------!"]),
            // The connection ends after the duration.
            ("-1--2--3--4--|", 2, 8, 10, "-1", "---------1", ["^----!", "--------^----!"]),
            // Every departure restarts the timer.
            ("-1-----------|", 2, 3, 4, "-1", "---1", ["^------!"]),
        ] as [(String, Int, Int, Int?, String, String, [String])])
    func connectionIsKeptForTheDuration(
        source: String, departure: Int, arrival: Int, end: Int?, first: String, second: String, subscriptions: [String]
    ) {
        let source = kit.cold(source)
        let shared = shared(source)
        kit.expectEvents(first, disposedAt: departure, late: second, subscribedAt: arrival, disposedAt: end) { shared }
        #expect(source.subscriptionDifference(from: subscriptions) == nil)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test(arguments: [false, true])
    func errorWithoutSubscribersIsReported(isShareReleased: Bool) {
        let errors = Log<String>()
        let handler: UndeliveredErrors.Handler = { errors.append("\($0)") }
        UndeliveredErrors.withHandler(handler) {
            let source = PublishSubject<String>()
            var shared: Observable<String>? = source.share(keepAlive: .seconds(3), scheduler: kit.scheduler)
            shared?.subscribe(onError: { _ in }).dispose()
            if isShareReleased { shared = nil }
            source.onError(TestError("late"))
        }
        #expect(errors.entries == ["TestError(late)"])
    }

    @Test func terminationOfTheSourceCancelsTheTimer() {
        let source = kit.cold("-1-|")
        let shared = shared(source)
        let first = kit.observe(disposedAt: 2) { shared }
        kit.scheduler.advance(toTick: 3)
        #expect(kit.scheduler.pendingCount == 0)
        let second = kit.observe { shared }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1")
        expectMarbles(second.recording, "----1-|")
    }

    @Test func connectionEndsAfterSharedStreamIsReleased() {
        let source = kit.cold("-1-----------|")
        do {
            let shared = shared(source)
            _ = kit.observe(disposedAt: 2) { shared }
        }
        kit.scheduler.advance(toTick: 20)
        #expect(source.subscriptions.allSatisfy { $0.disposed != nil && $0.disposed! <= TestTime(tick: 5) })
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func concurrentDeparturesEndTheConnection() async {
        let scheduler = TestScheduler()
        let starts = Atomic(0)
        let ends = Atomic(0)
        let rounds = 2_000
        let milestones = [Milestone(), Milestone()]
        let shares = (0..<rounds).map { _ in
            Observable<Int>.create { _ in
                starts.wrappingAdd(1, ordering: .relaxed)
                return Disposable { ends.wrappingAdd(1, ordering: .relaxed) }
            }
            .share(keepAlive: .seconds(3), scheduler: scheduler)
        }
        let returned = await onThreads(
            [0, 1].map { side in
                {
                    for (round, shared) in shares.enumerated() {
                        milestones[side].reach(round)
                        guard milestones[1 - side].wait(for: round) else { return }
                        for _ in 0..<3 { shared.subscribe().dispose() }
                    }
                }
            })
        #expect(returned)
        scheduler.advance(by: .seconds(60))
        #expect(starts.load(ordering: .relaxed) >= rounds)
        #expect(ends.load(ordering: .relaxed) == starts.load(ordering: .relaxed))
        #expect(scheduler.pendingCount == 0)
    }

    // MARK: refCount

    private func counted(_ source: TestableObservable<String>) -> Observable<String> {
        source.multicast { ReplaySubject<String>(bufferSize: 1) }.refCount()
    }

    @Test func firstSubscriberConnectsAndLastDisconnects() {
        let source = kit.cold("-1--2--3--|")
        let counted = counted(source)
        kit.expectEvents("-1--2", disposedAt: 5, late: "--1-2-", subscribedAt: 2, disposedAt: 6) { counted }
        expectSubscriptions(source, "^-----!")
    }

    @Test func nextSubscriberStartsAnotherSession() {
        let source = kit.cold("-1--2|")
        let counted = counted(source)
        kit.expectEvents("-1", disposedAt: 2, late: "-----1--2|", subscribedAt: 4) { counted }
        expectSubscriptions(source, "^-!", "----^----!")
    }

    @Test func resubscriptionOnTerminationStartsAnotherSession() {
        let source = kit.cold("-1|")
        let counted = counted(source)
        let first = kit.observe { counted.repeat(2) }
        let second = kit.observe { counted }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1-1|")
        expectMarbles(second.recording, "-1|")
        expectSubscriptions(source, "^-!", "--^-!")
    }

    @Test func disposedSubscriberDoesNotConnect() {
        let source = kit.cold("-1|")
        let (recorder, _) = counted(source).take(0).record()
        #expect(recorder.isCompleted)
        let scope = Scope()
        scope.stop()
        counted(source).start(Observer(scope) { _ in })
        expectSubscriptions(source)
    }
}
