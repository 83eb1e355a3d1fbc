import Dispatch
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of interactions between operators, such as nesting, disposal during delivery, and slow subscribers.
@Suite struct OperatorInteractionTests {
    @Test(arguments: [0, 13, 14, 15, 16, 29, 30, 31])
    func nestedInfiniteSourceStops(depth: Int) {
        let produced = SerialState(0)
        let infinite = Observable.unfold(0) { number -> (Int, Int)? in
            produced.value += 1
            return produced.value > 10_000 ? nil : (number, number + 1)
        }
        var streams = [
            Observable.just(0).flatMap { _ in infinite }, infinite.retry(2), infinite.startWith(-1),
            Observable.merge(infinite, .never()), Observable.just(0).flatMapLatest { _ in infinite },

            Observable.combineLatest(.just(0), infinite) { $0 + $1 },
        ]
        for _ in 0..<depth { streams = streams.map { $0.take { _ in true } } }
        for stream in streams {
            produced.value = 0
            let (recorder, _) = stream.take(5).record()
            #expect(recorder.values.count == 5)
            #expect(produced.value < 200)
        }
    }

    @Test(.tags(.realThreads)) func mergePausesSourcesForSlowSubscriber() async {
        let produced = Counter()
        let sources = (0..<2).map { _ in
            Observable.unfold(0) { number -> (Int, Int)? in
                produced.add()
                return number < 100_000 ? (number, number + 1) : nil
            }.subscribeOn(SerialDispatchQueueScheduler())
        }
        let (recorder, subscription) = Observable.merge(sources).observeOn(SerialDispatchQueueScheduler()).take(3_000)
            .record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values.count == 3_000)
        // The elements buffered by the boundaries, and a few in transit.
        #expect(produced.count < 3_000 + 1_500)
        subscription.dispose()
    }

    @Test func concatMapReleasesQueuedInnersOnCompletion() {
        let released = SerialState(0)
        let gate = ManualSource()
        let source = PublishSubject<Int>()
        let subscription = source.concatMap { number in
            number == 0
                ? gate.observable
                : Observable.create { observer in
                    observer.onCompleted()
                    return Disposable { released.value += 1 }
                }
        }.subscribe { _ in }
        for number in 0...100 { source.onNext(number) }
        #expect(released.value == 0)
        gate.send(.completed)
        #expect(released.value == 100)
        subscription.dispose()
    }

    @Test func delayDeliversReentrantElementOnceAfterItsDelay() {
        let kit = TestKit()
        let source = ManualSource()
        let (recorder, _) = source.observable.delay(.seconds(2), scheduler: kit.scheduler).record { event in
            // This element arrives during the delivery of the only queued element.
            if event.element == 1 { source.send(2) }
        }
        source.send(1)
        kit.scheduler.advance(by: .seconds(2))
        #expect(recorder.values == [1])
        kit.scheduler.advance(by: .seconds(2))
        #expect(recorder.values == [1, 2])
        kit.scheduler.advance(by: .seconds(10))
        #expect(recorder.values == [1, 2])
    }

    @Test func observeOnBufferSizeCountsOnlyQueuedElements() {
        let scheduler = ManualScheduler()
        let source = ManualSource()
        let (recorder, subscription) = source.observable.observeOn(scheduler).record { event in
            guard event.element == 999 else { return }
            for number in 1_000..<1_400 { source.send(number) }
        }
        for number in 0..<1_000 { source.send(number) }
        scheduler.run()
        #expect(recorder.error == nil)
        #expect(recorder.values == Array(0..<1_400))
        subscription.dispose()
    }

    @Test func queuedErrorStopsItsSourceImmediately() {
        let calls = SerialState(0)
        let source = ManualSource()
        let other = PublishSubject<Int>()
        let failing = source.observable.map { _ -> Int in
            calls.value += 1
            throw TestError()
        }
        let (recorder, _) = Observable.merge(other.asObservable(), failing).record { event in
            if event.element != nil { source.send(1, 2, 3) }
        }
        other.onNext(0)
        #expect(calls.value == 1)
        #expect(recorder.error as? TestError == TestError())
    }

    @Test func nestedWaitOnTheTrampolineDoesNotDeadlock() throws {
        let inner = Observable.just(2).observeOn(CurrentThreadScheduler.shared)
        let value = try Observable.just(1).observeOn(CurrentThreadScheduler.shared)
            .map { try inner.wait(timeout: .seconds(10)) + $0 }
            .wait(timeout: .seconds(10))
        #expect(value == 3)
    }

    @Test func errorThrownAfterDisposalInAClosureIsUndelivered() {
        let errors = Log<any Error>()
        let source = ManualSource()
        let bag = DisposeBag()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        UndeliveredErrors.withHandler(handler) {
            source.observable.map { _ -> Int in
                bag.dispose()
                throw TestError()
            }.subscribe(onNext: { _ in }, onError: { _ in }).disposed(by: bag)
        }
        source.send(1)
        #expect(errors.entries.count == 1)
    }

    @Test func largeReplayBufferKeepsTheLatestElements() {
        let subject = ReplaySubject<Int>(bufferSize: 100)
        for number in 0..<1_000 {
            subject.onNext(number)
            if number % 97 == 0 {
                let (recorder, subscription) = subject.asObservable().record()
                #expect(recorder.values == Array(max(0, number - 99)...number))
                subscription.dispose()
            }
        }
    }
}

private final class Counter: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var number = 0

    var count: Int { lock.withLock { number } }

    func add() {
        lock.withLock { number += 1 }
    }
}
