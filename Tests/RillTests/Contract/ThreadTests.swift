import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Tests of rule 1.3 of `EventContract.md`: events that are sent concurrently are delivered one at a time.
@Suite("Contract 1.3: several threads", .serialized, .tags(.realThreads))
struct ThreadTests {
    @Test(
        "1.3 events from four concurrent threads do not overlap, also if one thread completes", .contract,
        arguments: OperatorCase.all, [false, true])
    func concurrentEventsDoNotOverlap(operator: OperatorCase, isCompletedByFirst: Bool) async {
        await expectOrder(`operator`, lastOfFirstThread: isCompletedByFirst ? .completed : nil)
    }

    @Test(
        "1.3 events from four threads do not overlap when one thread fails", .contract,
        arguments: OperatorCase.failingInOrder)
    func concurrentErrorDoesNotOverlap(operator: OperatorCase) async {
        await expectOrder(`operator`, lastOfFirstThread: .error(TestError()))
    }

    /// Sends events from four threads, then the same events in the same order from one thread, and expects equal
    /// results.
    private func expectOrder(_ operator: OperatorCase, lastOfFirstThread end: Event<Int>?) async {
        let senders = ConcurrentSenders(end: end)
        let observer = OverlapDetectingObserver()
        let ignore: UndeliveredErrors.Handler = { _ in }
        let subscription = UndeliveredErrors.withHandler(ignore) {
            `operator`.build(senders.recordedSource).subscribe(observer.receive)
        }
        #expect(await eventually { senders.isSubscribed })
        #expect(await onThreads(senders.threads))
        senders.source.send(.completed)
        #expect(await eventually { observer.hasEnded })
        #expect(observer.faults.all == [])
        #expect(senders.gaps == [])

        let alone = CountedSource()
        let expected = OverlapDetectingObserver()
        let reference = UndeliveredErrors.withHandler(ignore) {
            `operator`.build(alone.observable).subscribe(expected.receive)
        }
        #expect(await eventually { !alone.isEmpty })
        for (number, event) in senders.order { alone.send(event, to: number) }
        #expect(await eventually { expected.hasEnded })
        #expect(observer.texts == expected.texts)
        for subscription in [subscription, reference] { subscription.dispose() }
        for source in [senders.source, alone] { source.removeObservers() }
    }
}
