import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Rule 1.3 of `EventContract.md`: what several threads send at once comes out as if one thread had sent it.
@Suite("Contract 1.3: several threads", .serialized, .tags(.realThreads))
struct ThreadTests {
    @Test("1.3 one at a time, from four threads at once", .contract, arguments: OperatorCase.all)
    func values(operator: OperatorCase) async {
        await expectOrder(`operator`, lastOfFirstThread: nil)
    }

    @Test("1.3 one at a time, from four threads, one of which completes", .contract, arguments: OperatorCase.all)
    func completion(operator: OperatorCase) async {
        await expectOrder(`operator`, lastOfFirstThread: .completed)
    }

    @Test("1.3 one at a time, from four threads, one of which fails", .contract, arguments: OperatorCase.all)
    func failure(operator: OperatorCase) async {
        await expectOrder(`operator`, lastOfFirstThread: .error(TestError()))
    }

    /// Sends from four threads, and then the same events in the same order from one: the results must be equal.
    private func expectOrder(_ operator: OperatorCase, lastOfFirstThread end: Event<Int>?) async {
        let crowd = Crowd(end: end)
        let observer = CrowdedObserver()
        let ignore: UndeliveredErrors.Handler = { _ in }
        let subscription = UndeliveredErrors.withHandler(ignore) {
            `operator`.build(crowd.tapped).subscribe(observer.take)
        }
        #expect(await eventually { crowd.isSubscribed })
        #expect(await onThreads(crowd.threads))
        crowd.source.send(.completed)
        #expect(await eventually { observer.hasEnded })
        #expect(observer.faults.all == [])
        #expect(crowd.gaps == [])

        let alone = CountedSource()
        let expected = CrowdedObserver()
        let reference = UndeliveredErrors.withHandler(ignore) {
            `operator`.build(alone.observable).subscribe(expected.take)
        }
        #expect(await eventually { !alone.isEmpty })
        for (number, event) in crowd.order { alone.send(event, to: number) }
        #expect(await eventually { expected.hasEnded })
        #expect(observer.texts == expected.texts)
        for subscription in [subscription, reference] { subscription.dispose() }
        for source in [crowd.source, alone] { source.forget() }
    }
}
