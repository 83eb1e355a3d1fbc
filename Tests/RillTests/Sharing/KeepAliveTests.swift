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

    @Test func subscriberDuringKeepAliveUsesSameConnection() {
        let source = kit.cold("-1--2--3--|")
        let shared = shared(source)
        let first = kit.observe(disposedAt: 2) { shared }
        let second = kit.observe(subscribedAt: 3) { shared }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1")
        expectMarbles(second.recording, "---12--3--|")
        expectSubscriptions(source, "^---------!")
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func connectionEndsAfterTheDuration() {
        let source = kit.cold("-1--2--3--4--|")
        let shared = shared(source)
        let first = kit.observe(disposedAt: 2) { shared }
        let second = kit.observe(subscribedAt: 8, disposedAt: 10) { shared }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1")
        expectMarbles(second.recording, "---------1")
        expectSubscriptions(source, "^----!", "--------^----!")
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func everyDepartureRestartsTheTimer() {
        let source = kit.cold("-1-----------|")
        let shared = shared(source)
        let first = kit.observe(disposedAt: 2) { shared }
        let second = kit.observe(subscribedAt: 3, disposedAt: 4) { shared }
        kit.scheduler.advance(toTick: 20)
        #expect(first.recording.values == ["1"])
        #expect(second.recording.values == ["1"])
        expectSubscriptions(source, "^------!")
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
        let first = kit.observe(disposedAt: 5) { counted }
        let second = kit.observe(subscribedAt: 2, disposedAt: 6) { counted }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1--2")
        expectMarbles(second.recording, "--1-2-")
        expectSubscriptions(source, "^-----!")
    }

    @Test func nextSubscriberStartsAnotherSession() {
        let source = kit.cold("-1--2|")
        let counted = counted(source)
        let first = kit.observe(disposedAt: 2) { counted }
        let second = kit.observe(subscribedAt: 4) { counted }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1")
        expectMarbles(second.recording, "-----1--2|")
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
