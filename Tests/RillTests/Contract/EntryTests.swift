import RillTesting
import Testing

@testable import Rill

/// Rules 1.3 and 1.7 of `EventContract.md` for operators that events enter from several sides.
@Suite("Contract 1: several sides", .serialized, .tags(.realThreads))
struct EntryTests {
    @Test("1.3 one at a time, from several sources and timers", .contract, arguments: EntryCase.all)
    func oneAtATime(entry: EntryCase) async {
        let crowds = [Crowd(end: nil), Crowd(end: nil, base: 2_000)]
        let sources = crowds.map(\.source)
        let observer = CrowdedObserver()
        let stream = entry.build(
            sources[0].observable, sources[1].observable, SerialDispatchQueueScheduler(), .microseconds(20))
        let ignore: UndeliveredErrors.Handler = { _ in }
        let subscription = UndeliveredErrors.withHandler(ignore) { stream.subscribe(observer.take) }
        // Two threads for each source.
        #expect(await onThreads(crowds.flatMap { $0.threads.prefix(2) }))
        // Again and again, as what waits for a place subscribes late.
        let hasEnded = await eventually {
            for source in sources { source.send(.completed) }
            return observer.hasEnded
        }
        #expect(hasEnded)
        #expect(observer.faults.all == [])
        if entry.isLossless { #expect(observer.values.sorted() == crowds.flatMap { $0.sent(by: 0..<2) }) }
        subscription.dispose()
        for source in sources { source.forget() }
    }

    @Test(
        "1.7 no lock is held while an event is being delivered that came another way in", .contract,
        arguments: EntryCase.all)
    func noLock(entry: EntryCase) async {
        for skipping in 0..<3 {
            let inversion = LockInversion(skipping: skipping)
            #expect(await onThreads([{ enter(entry, inversion) }]), "a thread is stuck")
            #expect(inversion.stuck == nil, "another thread was stuck")
            #expect(inversion.count > 0 || skipping > 0, "nothing was delivered")
        }
    }

    /// Sends by all ways in, one after the other; meanwhile another thread does.
    private func enter(_ entry: EntryCase, _ inversion: LockInversion) {
        let scheduler = TestScheduler()
        let sources = (0..<2).map { _ in CountedSource() }
        let scope = Scope()
        let isMovingTime = SerialState(false)
        entry.build(sources[0].observable, sources[1].observable, scheduler, scheduler.tick).start(
            Observer(scope) { event in
                if event.isTerminal { scope.stop() }
                inversion.letIn("sending, moving the time, pausing and opening") {
                    for source in sources { source.send(.next(9)) }
                    // One thread at a time moves it.
                    if !isMovingTime.value { scheduler.advance(by: scheduler.tick) }
                    scope.pause()
                    scope.open()
                }
            })
        for number in 1...4 {
            for source in sources { source.send(.next(number)) }
            isMovingTime.value = true
            scheduler.advance(by: scheduler.tick)
            isMovingTime.value = false
        }
        for source in sources { source.send(.completed) }
        scheduler.advance(by: scheduler.tick * 10)
        scope.stop()
        for source in sources { source.forget() }
    }
}
