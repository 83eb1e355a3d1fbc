import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SubjectTests {
    let kit = TestKit()

    @Test func reentrantElementsReachAllSubscribersInTheSameOrder() {
        let subject = PublishSubject<Int>()
        let (first, _) = subject.asObservable().record { event in
            if event.element == 1 { subject.onNext(2) }
        }
        let (second, _) = subject.asObservable().record()
        subject.onNext(1)
        #expect(first.values == [1, 2])
        #expect(second.values == [1, 2])
    }

    @Test func reentrantSubscriberReceivesLaterElements() {
        let subject = PublishSubject<Int>()
        let late = Recorder<Int>()
        let (early, _) = subject.asObservable().record { event in
            if event.element == 1 { late.record(subject.asObservable()) }
        }
        subject.onNext(1)
        subject.onNext(2)
        #expect(early.values == [1, 2])
        #expect(late.values == [2])
    }

    @Test func reentrantDisposalStopsDelivery() {
        let subject = PublishSubject<Int>()
        let bag = DisposeBag()
        let (first, firstSubscription) = subject.asObservable().record { _ in bag.dispose() }
        let (second, secondSubscription) = subject.asObservable().record()
        firstSubscription.disposed(by: bag)
        secondSubscription.disposed(by: bag)
        subject.onNext(1)
        subject.onNext(2)
        #expect(first.values == [1])
        #expect(second.values == [])
    }

    @Test func lateSubscriberReceivesTheTerminalEvent() {
        let subject = PublishSubject<Int>()
        subject.onNext(1)
        subject.onError(TestError())
        subject.onNext(2)
        subject.onCompleted()
        let (recorder, _) = subject.asObservable().record()
        #expect(recorder.events == [.error(TestError())])
    }

    @Test func behaviorSubjectEmitsTheCurrentElementFirst() {
        let subject = BehaviorSubject(1)
        subject.onNext(2)
        let (recorder, _) = subject.asObservable().record()
        subject.onNext(3)
        #expect(recorder.values == [2, 3])
        subject.onCompleted()
        let (late, _) = subject.asObservable().record()
        #expect(late.values.isEmpty)
        #expect(late.isCompleted)
    }

    @Test func replaySubjectEmitsItsBufferThenTheTerminalEvent() {
        let subject = ReplaySubject<Int>(bufferSize: 2)
        for number in 1...3 { subject.onNext(number) }
        subject.onError(TestError())
        let (recorder, _) = subject.asObservable().record()
        #expect(recorder.events == [.next(2), .next(3), .error(TestError())])
    }

    @Test func supportsThousandsOfSubscribers() {
        let subject = PublishSubject<Int>()
        let sum = SerialState(0)
        var subscriptions = (0..<5_000).map { _ in subject.subscribe(onNext: { sum.value += $0 }) }
        subject.onNext(1)
        #expect(sum.value == 5_000)
        for (index, subscription) in subscriptions.enumerated() where index % 2 == 0 { subscription.dispose() }
        subject.onNext(1)
        #expect(sum.value == 7_500)
        for subscription in subscriptions { subscription.dispose() }
        subscriptions = []
        subject.onNext(1)
        #expect(sum.value == 7_500)
    }

    @Test func deallocatedSubjectReleasesItsSubscribers() {
        let released = SerialState(false)
        do {
            let token = ReleaseDetector { released.value = true }
            let subject = PublishSubject<Int>()
            _ = subject.subscribe(onNext: { _ in withExtendedLifetime(token) {} })
        }
        #expect(released.value)
    }

    @Test(.tags(.realThreads)) func deliversAllElementsDuringConcurrentSubscriptions() {
        let subject = PublishSubject<Int>()
        let steady = (0..<2).map { _ in subject.asObservable().record().recorder }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<1_000 {
                if thread < 2 {
                    subject.onNext(thread * 1_000 + number)
                } else {
                    subject.subscribe { _ in }.dispose()
                }
            }
        }
        #expect(steady[0].values.count == 2_000)
        #expect(steady[0].values == steady[1].values)
    }

    @Test func subscriberDuringADeliveryReceivesTheReplayAndLaterElements() {
        let publishing = PublishSubject<Int>()
        let replaying = ReplaySubject<Int>(bufferSize: 1)
        let source = PublishSubject<Int>()
        let streams: [(subject: PublishSubject<Int>?, stream: Observable<Int>, late: [Int])] = [
            (publishing, publishing.asObservable(), [2]), (nil, replaying.asObservable(), [1, 2]),
            (source, source.share(), [2]), (source, source.share(replay: 1), [1, 2]),
        ]
        for (subject, stream, expected) in streams {
            let late = Recorder<Int>()
            let bag = DisposeBag()
            let (first, subscription) = stream.record { event in
                guard event.element == 1 else { return }
                late.record(stream).disposed(by: bag)
                // The replay arrives before `subscribe` returns.
                #expect(late.values == expected.dropLast())
            }
            for value in 1...2 {
                if let subject { subject.onNext(value) } else { replaying.onNext(value) }
            }
            #expect(first.values == [1, 2])
            #expect(late.values == expected)
            subscription.dispose()
            bag.dispose()
        }
    }

    @Test func shareConnectsOnceAndResetsAfterTheLastDisposal() {
        let source = kit.cold("-1-2-3-4-|")
        let shared = source.share()
        let first = kit.observe(disposedAt: 4) { shared }
        let second = kit.observe(subscribedAt: 2, disposedAt: 6) { shared }
        let third = kit.observe(subscribedAt: 8) { shared }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(first.recording, "-1-2")
        expectMarbles(second.recording, "---2-3")
        expectMarbles(third.recording, "---------1-2-3-4-|")
        expectSubscriptions(source, "^-----!", "--------^--------!")
    }

    @Test func shareReplaysToLateSubscribers() {
        let source = kit.cold("-1-2-3-|")
        let shared = source.share(replay: 2)
        kit.expectEvents("-1-2-3-|", late: "----(12)3-|", subscribedAt: 4) { shared }
        expectSubscriptions(source, "^------!")
    }

    @Test func shareResetsOnAnError() {
        let shared = kit.cold("-1#").share(replay: 1)
        kit.expectEvents("-1#", late: "------1#", subscribedAt: 5) { shared }
    }
}
