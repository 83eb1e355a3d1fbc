import RillSwiftTesting
import RillTesting
import Testing

@testable import Rill

@Suite struct SubscribeOnTests {
    let kit = TestKit()
    let log = Log()

    /// A source that logs its cleanup.
    private var source: Observable<Int> {
        .create { [log] observer in
            observer.onNext(1)
            return Disposable { log.add("cleaned up") }
        }
    }

    @Test func usesTheSchedulerWithoutADelay() {
        let scheduler = UnimplementedScheduler { [log] in log.add($0) }
        let streams: [Observable<Int>] = [
            source.subscribeOn(scheduler), Observable.just(1).observeOn(scheduler),
            Observable.just(1).observeOn(scheduler, onOverflow: .dropOldest),
        ]
        for stream in streams { _ = stream.record() }
        let use = "the unimplemented scheduler was given work: this test expects that none is scheduled"
        #expect(log.lines == [use, use, use])
    }

    // MARK: Cleanup

    @Test func disposalCleansUpOnTheScheduler() {
        let (recorder, subscription) = source.subscribeOn(kit.scheduler).record()
        kit.scheduler.advance(by: .zero)
        #expect(recorder.values == [1])
        subscription.dispose()
        #expect(log.lines.isEmpty)
        kit.scheduler.advance(by: .zero)
        #expect(log.lines == ["cleaned up"])
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func completionCleansUpOnTheScheduler() {
        let subject = PublishSubject<Int>()
        let stream = subject.do(onDispose: { [log] in log.add("cleaned up") }).subscribeOn(kit.scheduler)
        let (recorder, _) = stream.record()
        kit.scheduler.advance(by: .zero)
        subject.onCompleted()
        #expect(recorder.isCompleted)
        #expect(log.lines.isEmpty)
        kit.scheduler.advance(by: .zero)
        #expect(log.lines == ["cleaned up"])
    }

    @Test func operatorsOutsideAreCleanedUpAtOnce() {
        let stream = source.subscribeOn(kit.scheduler).do(onDispose: { [log] in log.add("outside") })
        let (_, subscription) = stream.record()
        kit.scheduler.advance(by: .zero)
        subscription.dispose()
        #expect(log.lines == ["outside"])
        kit.scheduler.advance(by: .zero)
        #expect(log.lines == ["outside", "cleaned up"])
    }

    @Test func operatorsInsideCleanUpTheirSourcesThemselves() {
        let subject = PublishSubject<Int>()
        let first = subject.do(onDispose: { [log] in log.add("first") }).take(1)
        let (recorder, subscription) = first.concat(.never()).subscribeOn(kit.scheduler).record()
        kit.scheduler.advance(by: .zero)
        subject.onNext(1)
        #expect(recorder.values == [1])
        #expect(log.lines == ["first"])
        subscription.dispose()
    }

    @Test func cleanupKeepsItsOrderInOnePieceOfWork() {
        let stream = Observable.using({ 1 }, { [source] _ in source }, release: { [log] _ in log.add("released") })
            .do(onDispose: { [log] in log.add("disposed") })
        stream.record().subscription.dispose()
        let expected = log.lines
        #expect(expected.count == 3)
        let (_, subscription) = stream.subscribeOn(kit.scheduler).record()
        kit.scheduler.advance(by: .zero)
        subscription.dispose()
        #expect(kit.scheduler.pendingCount == 1)
        kit.scheduler.advance(by: .zero)
        #expect(log.lines == expected + expected)
    }

    @Test func eachSchedulerCleansUpItsOwnSource() {
        let near = TestScheduler()
        let inner = source.subscribeOn(kit.scheduler)
        let stream = inner.do(onDispose: { [log] in log.add("near") }).subscribeOn(near)
        let (recorder, subscription) = stream.record()
        near.advance(by: .zero)
        kit.scheduler.advance(by: .zero)
        #expect(recorder.values == [1])
        subscription.dispose()
        near.advance(by: .zero)
        #expect(log.lines == ["near"])
        kit.scheduler.advance(by: .zero)
        #expect(log.lines == ["near", "cleaned up"])
    }

    @Test func disposedBeforeTheSchedulerRunsItNeverSubscribes() {
        let (recorder, subscription) = source.subscribeOn(kit.scheduler).record()
        subscription.dispose()
        #expect(kit.scheduler.pendingCount == 0)
        kit.scheduler.advance(by: .zero)
        #expect(recorder.events.isEmpty)
        #expect(log.lines.isEmpty)
    }

    @Test func schedulerThatNeverRunsReleasesTheSource() {
        let token = WeakReference<DisposeBag>()
        do {
            let scheduler = TestScheduler()
            let kept = DisposeBag()
            token.value = kept
            let stream = Observable<Int>.create { _ in Disposable { withExtendedLifetime(kept) {} } }
            let (_, subscription) = stream.subscribeOn(scheduler).record()
            scheduler.advance(by: .zero)
            subscription.dispose()
        }
        #expect(token.value == nil)
    }

    @Test(.tags(.realThreads)) func disposalStopsASourceThatKeepsTheQueueBusy() async {
        let queue = SerialDispatchQueueScheduler()
        let cleanedUp = Recorder<Bool>()
        let stream = Observable<Int>.create { observer in
            observer.onNext(1)
            while !observer.isDisposed {}
            return Disposable {
                cleanedUp.take(.next(queue.isCurrent))
                cleanedUp.take(.completed)
            }
        }
        let recorder = Recorder<Int>()
        let subscription = stream.subscribeOn(queue).subscribe(recorder.take)
        #expect(await recorder.wait { !$0.isEmpty })
        subscription.dispose()
        #expect(await cleanedUp.waitForEnd())
        #expect(cleanedUp.values == [true])
    }

    @Test(.tags(.realThreads)) func cleanupRunsOnTheQueueWhenDisposedElsewhere() async {
        let queue = SerialDispatchQueueScheduler()
        let cleanedUp = Recorder<Bool>()
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            return Disposable {
                cleanedUp.take(.next(queue.isCurrent))
                cleanedUp.take(.completed)
            }
        }
        let recorder = Recorder<Int>()
        let subscription = source.subscribeOn(queue).subscribe(recorder.take)
        #expect(await recorder.wait { !$0.isEmpty })
        subscription.dispose()
        #expect(await cleanedUp.waitForEnd())
        #expect(cleanedUp.values == [true])
    }
}
