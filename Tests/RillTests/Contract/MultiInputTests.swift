import RillTesting
import Testing

@testable import Rill

/// Tests of rules 1.3 and 1.7 of `EventContract.md` for operators with several inputs.
@Suite("Contract 1: several inputs", .serialized, .tags(.realThreads))
struct MultiInputTests {
    @Test("1.3 events from several sources and timers do not overlap", .contract, arguments: MultiInputCase.all)
    func eventsOfSeveralInputsDoNotOverlap(entry: MultiInputCase) async {
        let senders = [ConcurrentSenders(end: nil), ConcurrentSenders(end: nil, base: 2_000)]
        let sources = senders.map(\.source)
        let observer = OverlapDetectingObserver()
        let stream = entry.build(
            sources[0].observable, sources[1].observable, SerialDispatchQueueScheduler(), .microseconds(20))
        let ignore: UndeliveredErrors.Handler = { _ in }
        let subscription = UndeliveredErrors.withHandler(ignore) { stream.subscribe(observer.receive) }
        // Two threads for each source.
        #expect(await onThreads(senders.flatMap { $0.threads.prefix(2) }))
        // The events are sent repeatedly, because queued inner sources are subscribed to late.
        let hasEnded = await eventually {
            for source in sources { source.send(.completed) }
            return observer.hasEnded
        }
        #expect(hasEnded)
        #expect(observer.faults.all == [])
        if entry.isLossless { #expect(observer.values.sorted() == senders.flatMap { $0.sent(by: 0..<2) }) }
        subscription.dispose()
        for source in sources { source.removeObservers() }
    }

    @Test(
        "1.7 no lock is held while an event from any input is being delivered", .contract,
        arguments: MultiInputCase.all)
    func noLockIsHeldDuringDelivery(entry: MultiInputCase) async {
        for skipping in 0..<3 {
            let inversion = LockInversion(skipping: skipping)
            #expect(await onThreads([{ enter(entry, inversion) }]), "deadlock: the sending thread is blocked")
            #expect(inversion.blocked == nil, "deadlock: the other thread is blocked")
            #expect(inversion.count > 0 || skipping > 0, "no event was delivered")
        }
    }

    /// Sends an event on each input in turn; during each delivery, another thread sends events too.
    private func enter(_ entry: MultiInputCase, _ inversion: LockInversion) {
        let scheduler = TestScheduler()
        let sources = (0..<2).map { _ in CountedSource() }
        let scope = Scope()
        let isMovingTime = SerialState(false)
        entry.build(sources[0].observable, sources[1].observable, scheduler, scheduler.tick).start(
            Observer(scope) { event in
                if event.isTerminal { scope.stop() }
                inversion.callFromSecondThread("sending, advancing the time, pausing and resuming") {
                    for source in sources { source.send(.next(9)) }
                    // Only one thread at a time may advance the time.
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
        for source in sources { source.removeObservers() }
    }
}
