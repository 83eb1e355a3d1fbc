import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Synchronization
import Testing

@testable import Rill

@Suite struct MulticastTests {
    let kit = TestKit()

    private func published(_ source: TestableObservable<String>) -> ConnectableObservable<String> {
        source.multicast { PublishSubject<String>() }
    }

    @Test func allSubscribersShareOneSubscription() {
        let source = kit.cold("-1--2--3--|")
        let shared = published(source)
        let first = kit.observe { shared }
        let second = kit.observe(subscribedAt: 2) { shared }
        let connection = shared.connect()
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1--2--3--|")
        expectMarbles(second.recording, "----2--3--|")
        expectSubscriptions(source, "^---------!")
        #expect(connection.isDisposed)
    }

    @Test func doesNotSubscribeBeforeConnect() {
        let source = kit.cold("-1--2--|")
        let shared = published(source)
        let observer = kit.observe { shared }
        kit.scheduler.advance(toTick: 5)
        expectSubscriptions(source)
        let connection = shared.connect()
        kit.scheduler.advance(toTick: 20)
        expectMarbles(observer.recording, "------1--2--|")
        #expect(connection.isDisposed)
    }

    @Test func subjectDeterminesReplayToLateSubscribers() {
        let shared = kit.cold("-1--2--3--|").multicast { ReplaySubject<String>(bufferSize: 1) }
        let connection = shared.connect()
        let late = kit.observe(subscribedAt: 5) { shared }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(late.recording, "-----2-3--|")
        #expect(connection.isDisposed)
    }

    @Test func secondConnectReturnsTheSameConnection() {
        let source = kit.cold("-1--2--|")
        let shared = published(source)
        let connections = [shared.connect(), shared.connect()]
        expectSubscriptions(source, "^")
        connections[0].dispose()
        #expect(connections[1].isDisposed)
        expectSubscriptions(source, "(^!)")
    }

    @Test func nextConnectUsesANewSubjectAfterDisposal() {
        let source = kit.cold("-1--2--3--|")
        let subjects = SerialState(0)
        let shared = source.multicast { () -> PublishSubject<String> in
            subjects.value += 1
            return PublishSubject()
        }
        let first = kit.observe { shared }
        let connection = shared.connect()
        kit.scheduler.advance(toTick: 5)
        connection.dispose()
        let second = kit.observe { shared }
        let reconnection = shared.connect()
        #expect(!reconnection.isDisposed)
        kit.scheduler.advance(toTick: 30)
        expectMarbles(first.recording, "-1--2")
        expectMarbles(second.recording, "------1--2--3--|")
        expectSubscriptions(source, "^----!", "-----^---------!")
        #expect(subjects.value == 2)
    }

    @Test func subscriberAfterCompletionWaitsForTheNextConnection() {
        let source = kit.cold("-1|")
        let shared = published(source)
        let first = kit.observe { shared }
        let firstConnection = shared.connect()
        let second = kit.observe(subscribedAt: 4) { shared }
        kit.scheduler.advance(toTick: 6)
        #expect(firstConnection.isDisposed)
        #expect(second.recording.events.isEmpty)
        let secondConnection = shared.connect()
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1|")
        expectMarbles(second.recording, "-------1|")
        expectSubscriptions(source, "^-!", "------^-!")
        #expect(secondConnection.isDisposed)
    }

    @Test func errorIsSentToAllSubscribersAndResetsState() {
        let source = kit.cold("-1#")
        let shared = published(source)
        let observers = [kit.observe { shared }, kit.observe { shared }]
        let firstConnection = shared.connect()
        kit.scheduler.advance(toTick: 5)
        for observer in observers { expectMarbles(observer.recording, "-1#") }
        let late = kit.observe { shared }
        kit.scheduler.advance(toTick: 9)
        #expect(late.recording.events.isEmpty)
        #expect(firstConnection.isDisposed)
        let secondConnection = shared.connect()
        kit.scheduler.advance(toTick: 20)
        expectMarbles(late.recording, "----------1#")
        #expect(secondConnection.isDisposed)
    }

    @Test func silentAndEmptySourcesAreShared() {
        let never = kit.hot("---")
        let empty = kit.cold("--|")
        let recordings = [never, empty].map { source in
            let shared = published(source)
            let observer = kit.observe { shared }
            _ = shared.connect()
            return observer
        }
        kit.scheduler.advance(toTick: 9)
        expectMarbles(recordings[0].recording, "---")
        expectMarbles(recordings[1].recording, "--|")
    }

    @Test func subscribersDoNotAffectTheConnection() {
        let source = kit.cold("-1--2--3--|")
        let shared = published(source)
        let connection = shared.connect()
        let early = kit.observe(disposedAt: 3) { shared }
        let late = kit.observe(subscribedAt: 6) { shared }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(early.recording, "-1-")
        expectMarbles(late.recording, "-------3--|")
        expectSubscriptions(source, "^---------!")
        #expect(connection.isDisposed)
    }

    @Test func synchronousSourceEmitsToExistingSubscribers() {
        let shared = Observable.of(1, 2, 3).multicast { PublishSubject<Int>() }
        let (first, _) = shared.asObservable().record()
        let connection = shared.connect()
        #expect(first.values == [1, 2, 3])
        #expect(first.isCompleted)
        #expect(connection.isDisposed)
        let (second, _) = shared.asObservable().record()
        #expect(second.events.isEmpty)
        _ = shared.connect()
        #expect(second.values == [1, 2, 3])
    }

    @Test func reentrantConnectReturnsTheSameConnection() {
        let source = ManualSource()
        let shared = source.observable.multicast { PublishSubject<Int>() }
        let innerBag = DisposeBag()
        let (recorder, _) = shared.asObservable().record { event in
            if event.element == 1 { shared.connect().disposed(by: innerBag) }
        }
        let connection = shared.connect()
        source.send(1, 2)
        #expect(source.subscriptionCount == 1)
        innerBag.dispose()
        source.send(3)
        #expect(connection.isDisposed)
        #expect(recorder.events == [.next(1), .next(2)])
    }

    @Test func disposalInOnNextStopsDelivery() {
        let source = ManualSource()
        let shared = source.observable.multicast { PublishSubject<Int>() }
        let bag = DisposeBag()
        let (recorder, _) = shared.asObservable().record { _ in bag.dispose() }
        shared.connect().disposed(by: bag)
        source.send(1, 2, thenComplete: true)
        #expect(recorder.values == [1])
        #expect(recorder.endCount == 0)
        #expect(source.disposalCount == 1)
    }

    @Test func externalSubjectCanReplayAndSend() {
        let subject = BehaviorSubject(0)
        let source = ManualSource()
        let shared = source.observable.multicast { subject }
        let (recorder, _) = shared.asObservable().record()
        let connection = shared.connect()
        source.send(1)
        subject.onNext(2)
        #expect(recorder.values == [0, 1, 2])
        connection.dispose()
    }

    @Test func completionAndDisposalReleaseTheSource() {
        for disposes in [false, true] {
            let released = SerialState(false)
            let connection: Disposable
            let shared: ConnectableObservable<Int>
            do {
                let source = ManualSource(sendsAfterDisposal: false, onRelease: { released.value = true })
                let watched = source.observable
                shared = Observable.deferred { [weak source] in source?.observable ?? .never() }
                    .multicast { PublishSubject<Int>() }
                connection = shared.connect()
                withExtendedLifetime(watched) {
                    if disposes { connection.dispose() } else { source.send(.completed) }
                }
            }
            #expect(released.value)
            withExtendedLifetime((shared, connection)) {}
        }
    }

    @Test func releasesDisposedAndUnreferencedSubscribers() {
        let released = SerialState(0)
        let source = ManualSource()
        do {
            let shared = source.observable.multicast { PublishSubject<Int>() }
            for isDisposed in [true, false] {
                let token = Disposable { released.value += 1 }
                let detector = ReleaseDetector { token.dispose() }
                let subscription = shared.subscribe(onNext: { _ in withExtendedLifetime(detector) {} })
                if isDisposed { subscription.dispose() }
            }
            #expect(released.value == 1)
        }
        #expect(released.value == 2)
    }

    @Test func refCountRetainsSilentSourceUntilLastSubscriberLeaves() {
        let released = SerialState(0)
        let source = Observable<Int>.using({ 1 }, { _ in .never() }, release: { _ in released.value += 1 })
        let shared = SerialState<Observable<Int>?>(source.multicast { PublishSubject<Int>() }.refCount())
        let subscriptions = (0..<2).compactMap { _ in shared.value?.subscribe { _ in } }
        shared.value = nil
        for subscription in subscriptions {
            #expect(released.value == 0)
            subscription.dispose()
        }
        #expect(subscriptions.count == 2 && released.value == 1)
    }

    @Test func errorTraceIsPerSubscriber() {
        let traces = SerialState<[String]>([])
        let recordTrace: @Sendable (any Error) -> Void = { _ in
            traces.value.append(ErrorTrace.current?.description ?? "")
        }
        let shared = Observable<Int>.error(TestError()).checkpoint("source").multicast { PublishSubject<Int>() }
        for name in ["left", "right"] { _ = shared.checkpoint(name).subscribe(onError: recordTrace) }
        _ = shared.connect()
        #expect(traces.value == ["source > multicast > left", "source > multicast > right"])
    }

    @Test(.tags(.realThreads)) func concurrentConnectSubscribesOnce() {
        for _ in 0..<200 {
            let subscriptions = Atomic(0)
            let source = Observable<Int>.create { _ in
                subscriptions.wrappingAdd(1, ordering: .relaxed)
                return Disposable {}
            }
            let shared = source.multicast { PublishSubject<Int>() }
            let bag = DisposeBag()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in shared.connect().disposed(by: bag) }
            #expect(subscriptions.load(ordering: .relaxed) == 1)
            bag.dispose()
        }
    }

    @Test(.tags(.realThreads)) func deliversAllElementsDuringConcurrentSubscriptions() {
        let source = ManualSource()
        let shared = source.observable.multicast { PublishSubject<Int>() }
        let (steady, _) = shared.asObservable().record()
        let connection = shared.connect()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<1_000 {
                if thread < 2 {
                    source.send(thread * 1_000 + number)
                } else {
                    shared.subscribe { _ in }.dispose()
                }
            }
        }
        source.send(.completed)
        #expect(steady.values.sorted() == Array(0..<2_000))
        #expect(steady.isCompleted)
        #expect(connection.isDisposed)
    }
}
