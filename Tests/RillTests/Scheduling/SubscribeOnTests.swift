import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SubscribeOnTests {
    let kit = TestKit()
    let log = Log<String>()

    /// A source that logs its disposal.
    private var source: Observable<Int> {
        .create { [log] observer in
            observer.onNext(1)
            return Disposable { log.append("cleaned up") }
        }
    }

    @Test func usesTheSchedulerWithoutADelay() {
        let scheduler = UnimplementedScheduler { [log] in log.append($0) }
        let streams: [Observable<Int>] = [
            source.subscribeOn(scheduler), Observable.just(1).observeOn(scheduler),
            Observable.just(1).observeOn(scheduler, onOverflow: .dropOldest),
        ]
        for stream in streams { _ = stream.record() }
        let use = "UnimplementedScheduler: schedule(_:) was called, but the test does not expect it"
        #expect(log.entries == [use, use, use])
    }

    @Test func disposalCleansUpBeforeItReturns() {
        let scheduler = ManualScheduler()
        let (recorder, subscription) = source.subscribeOn(scheduler).record()
        scheduler.run()
        #expect(recorder.values == [1])
        subscription.dispose()
        #expect(log.entries == ["cleaned up"])
    }

    @Test func disposalCancelsAScheduledResumption() {
        let scheduler = TestScheduler()
        let scope = Scope()
        Observable.of(1, 2).subscribeOn(scheduler).start(Observer(scope) { _ in scope.pause() })
        scheduler.advance(by: .zero)
        #expect(scheduler.pendingCount == 0)
        scope.open()
        #expect(scheduler.pendingCount == 1)
        scope.stop()
        #expect(scheduler.pendingCount == 0)
    }
}
