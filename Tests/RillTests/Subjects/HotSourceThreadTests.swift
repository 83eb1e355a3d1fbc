import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of the rules 6.1 to 6.3 of `EventContract.md`: threads that subscribe to a shared stream beside a producer.
@Suite("Contract 6: shared streams", .serialized, .tags(.realThreads))
struct HotSourceThreadTests {
    @Test("6.1, 6.2 a thread that subscribes and disposes delivers no elements", .contract, arguments: HotSource.all)
    func subscribingThreadDeliversNoElements(source: HotSource) async {
        let (send, stream) = source.make()
        let producer = BusyProducer()
        let subscription = stream.subscribe(onNext: { if $0 > 0 { producer.elementArrived() } })
        let hasReturned = await onThreads([
            { producer.run { send(.next($0)) } },
            {
                producer.waitForStart()
                for _ in 0..<200 { stream.subscribe { _ in }.dispose() }
                producer.stop()
            },
        ])
        #expect(hasReturned)
        #expect(producer.foreignCount == 0)
        subscription.dispose()
    }

    @Test(
        "6.3 the replay arrives before subscribe returns while another thread delivers", .contract,
        arguments: HotSource.replaying)
    func replayArrivesDuringADelivery(source: HotSource) async {
        let (send, stream) = source.make()
        let (isDelivering, hasSubscribed) = (Latch(), Latch())
        let (early, first) = stream.record { event in
            guard event.element == 1 else { return }
            isDelivering.open()
            #expect(hasSubscribed.wait())
        }
        let late = Recorder<Int>()
        let bag = DisposeBag()
        let hasReturned = await onThreads([
            { send(.next(1)) },
            {
                #expect(isDelivering.wait())
                late.record(stream).disposed(by: bag)
                #expect(late.values == [1])
                hasSubscribed.open()
            },
        ])
        #expect(hasReturned)
        send(.next(2))
        #expect(early.values.suffix(2) == [1, 2])
        #expect(late.values == [1, 2])
        first.dispose()
        bag.dispose()
    }

    @Test(
        "6.3 events that are sent during a replay follow it", .contract, arguments: HotSource.replaying, [false, true])
    func eventsDuringAReplayFollowIt(source: HotSource, disposes: Bool) async {
        let (send, stream) = source.make()
        let early = stream.record().subscription
        send(.next(1))
        let (isReplaying, hasSent) = (Latch(), Latch())
        let late = Recorder<Int>()
        let bag = DisposeBag()
        let hasReturned = await onThreads([
            {
                let subscription = stream.record(with: late) { event in
                    guard event.element == 1 else { return }
                    isReplaying.open()
                    #expect(hasSent.wait())
                }.subscription
                subscription.disposed(by: bag)
            },
            {
                #expect(isReplaying.wait())
                for number in 2...5 { send(.next(number)) }
                if disposes { early.dispose() }
                send(.completed)
                hasSent.open()
            },
        ])
        #expect(hasReturned)
        #expect(late.values == [1, 2, 3, 4, 5])
        #expect(late.isCompleted)
        bag.dispose()
        early.dispose()
    }

    @Test(
        "6.2 a thread that subscribes does not deliver the elements after the replay", .contract,
        arguments: HotSource.replaying)
    func replayingThreadIsReleased(source: HotSource) async {
        let (send, stream) = source.make()
        let early = stream.subscribe { _ in }
        let producer = BusyProducer()
        let late = Recorder<Int>()
        let bag = DisposeBag()
        let hasReturned = await onThreads([
            { producer.run { send(.next($0)) } },
            {
                producer.waitForStart()
                stream.record(with: late) { _ in producer.elementArrived() }.subscription.disposed(by: bag)
                producer.stop()
            },
        ])
        #expect(hasReturned)
        #expect(producer.foreignCount < BusyProducer.bound)
        let values = late.values
        #expect(values == Array((values.first ?? 0)..<(values.first ?? 0) + values.count))
        early.dispose()
        bag.dispose()
    }

    @Test(arguments: HotSource.all)
    func subscribersThatRaceWithAProducerMissNoElements(source: HotSource) async {
        for round in 0..<200 {
            let (send, stream) = source.make()
            let (early, first) = stream.record()
            let late = Recorder<Int>()
            let bag = DisposeBag()
            let start = Milestone()
            let hasReturned = await onThreads([
                {
                    for number in 1...50 {
                        send(.next(number))
                        start.reach(number)
                    }
                    send(.completed)
                },
                {
                    _ = start.wait(for: round % 50)
                    stream.record(with: late).subscription.disposed(by: bag)
                },
                {
                    _ = start.wait(for: round % 40)
                    for _ in 0..<5 { stream.subscribe { _ in }.dispose() }
                },
            ])
            #expect(hasReturned)
            #expect(early.values.suffix(50) == Array(1...50))
            if source.testDescription.hasPrefix("share") || source.testDescription == "multicast" {
                // A subscriber after the completion starts a new session.
                if !late.isCompleted { send(.completed) }
            }
            #expect(late.isCompleted)
            let values = late.values
            let rest = values.filter { $0 > 0 }
            #expect(rest == Array(51 - rest.count..<51) && values.dropFirst().allSatisfy { $0 > 0 }, "\(values)")
            first.dispose()
            bag.dispose()
        }
    }

    @Test(arguments: HotSource.all)
    func subscriberIsReleasedAfterDisposal(source: HotSource) async {
        let (send, stream) = source.make()
        let early = stream.subscribe { _ in }
        let (first, second) = (WeakReference<Token>(), WeakReference<Token>())
        let subscriptions = Log<Disposable>()
        do {
            for reference in [first, second] {
                let token = Token()
                reference.value = token
                subscriptions.append(stream.subscribe { _ in withExtendedLifetime(token) {} })
            }
        }
        subscriptions.entries[0].dispose()
        #expect(first.value == nil)
        // While an element is being delivered, the delivering thread releases the subscriber afterward.
        let other = stream.subscribe(onNext: { if $0 == 1 { subscriptions.entries[1].dispose() } })
        send(.next(1))
        #expect(second.value == nil)
        other.dispose()
        early.dispose()
    }

    @Test func reentrantSubscriberReceivesNoElementThatWasSentBefore() {
        let subject = PublishSubject<Int>()
        let late = Recorder<Int>()
        let bag = DisposeBag()
        let (early, subscription) = subject.asObservable().record { event in
            guard event.element == 1 else { return }
            subject.onNext(2)
            late.record(subject.asObservable()).disposed(by: bag)
        }
        subject.onNext(1)
        subject.onNext(3)
        #expect(early.values == [1, 2, 3])
        #expect(late.values == [3])
        subscription.dispose()
        bag.dispose()
    }

    @Test func elementsThatAReplayingSubscriberSendsFollowTheReplay() {
        let subject = ReplaySubject<Int>(bufferSize: 2)
        for number in 1...2 { subject.onNext(number) }
        let (early, first) = subject.asObservable().record()
        let (late, second) = subject.asObservable().record { event in
            if let element = event.element, element < 3 { subject.onNext(element + 2) }
        }
        #expect(early.values == [1, 2, 3, 4])
        #expect(late.values == [1, 2, 3, 4])
        first.dispose()
        second.dispose()
    }

    private final class Token: Sendable {}
}
