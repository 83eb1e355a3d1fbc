import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct AsyncSubjectTests {
    let kit = TestKit()

    /// The subject receives the events of a diagram, with a subscription at the given tick.
    @Test(arguments: [
        ("-1--2--3--|", 0, "----------(3|)"), ("-1--2|", 8, "--------(2|)"), ("-1--2--#", 0, "-------#"),
        ("-1--#", 8, "--------#"), ("--|", 0, "--|"), ("--|", 3, "---|"), ("-1-2-3", 0, "------"),
    ])
    func emitsTheLastElementOnCompletion(diagram: String, tick: Int, result: String) {
        let subject = AsyncSubject<String>()
        _ = kit.hot(diagram).subscribe { subject.on($0) }
        expectMarbles(kit.record(subscribedAt: tick) { subject }, result)
    }

    @Test func ignoresEventsAfterTerminalEvent() {
        let subject = AsyncSubject<Int>()
        let (early, _) = subject.asObservable().record()
        subject.onNext(1)
        subject.onCompleted()
        subject.onNext(2)
        subject.onError(TestError())
        subject.onCompleted()
        let (late, _) = subject.asObservable().record()
        for recorder in [early, late] { #expect(recorder.events == [.next(1), .completed]) }
    }

    @Test func disposedSubscriberReceivesNothing() {
        let subject = AsyncSubject<Int>()
        let (disposed, subscription) = subject.asObservable().record()
        let (active, _) = subject.asObservable().record()
        subject.onNext(1)
        subscription.dispose()
        subject.onCompleted()
        #expect(disposed.events.isEmpty)
        #expect(active.values == [1])
    }

    @Test func disposalInOnNextPreventsCompletion() {
        let subject = AsyncSubject<Int>()
        let bag = DisposeBag()
        let (recorder, subscription) = subject.asObservable().record { _ in bag.dispose() }
        subscription.disposed(by: bag)
        subject.onNext(1)
        subject.onCompleted()
        #expect(recorder.events == [.next(1)])
    }

    @Test func reentrantEventsAreIgnoredAndReentrantSubscriberReceivesTheElement() {
        let subject = AsyncSubject<Int>()
        let inner = Recorder<Int>()
        let (first, _) = subject.asObservable().record { event in
            guard event.element != nil else { return }
            subject.onNext(9)
            subject.onError(TestError())
            _ = subject.asObservable().record(with: inner)
        }
        subject.onNext(1)
        subject.onCompleted()
        for recorder in [first, inner] { #expect(recorder.events == [.next(1), .completed]) }
    }

    @Test func retainsOnlyTheLastElement() {
        let released = SerialState<[Int]>([])
        let subject = AsyncSubject<ReleaseDetector>()
        for number in 1...3 { subject.onNext(ReleaseDetector { released.value.append(number) }) }
        #expect(released.value == [1, 2])
        subject.onError(TestError())
        #expect(released.value == [1, 2, 3])
        subject.onNext(ReleaseDetector { released.value.append(4) })
        #expect(released.value == [1, 2, 3, 4])
    }

    /// Verifies that elements are released outside the lock, because their deinitializers may use the subject.
    @Test func releasedElementCanSendToTheSubject() {
        let subject = AsyncSubject<ReleaseDetector>()
        let other = ReleaseDetector {}
        subject.onNext(ReleaseDetector { subject.onNext(other) })
        subject.onNext(ReleaseDetector {})
        let (recorder, _) = subject.asObservable().record()
        subject.onCompleted()
        #expect(recorder.values.count == 1)
        #expect(recorder.values.first === other)
    }

    @Test func deallocatedSubjectReleasesItsSubscribers() {
        let released = SerialState(false)
        do {
            let token = ReleaseDetector { released.value = true }
            let subject = AsyncSubject<Int>()
            _ = subject.subscribe(onNext: { _ in withExtendedLifetime(token) {} })
        }
        #expect(released.value)
    }

    @Test func errorTraceContainsTheSubject() {
        let subject = AsyncSubject<Int>()
        let trace = SerialState("")
        _ = subject.subscribe(onError: { _ in trace.value = ErrorTrace.current?.description ?? "" })
        subject.onError(TestError())
        #expect(trace.value == "AsyncSubject")
    }

    @Test(.tags(.realThreads)) func concurrentSubscribersReceiveTheSameElement() {
        for _ in 0..<200 {
            let subject = AsyncSubject<Int>()
            let recorders = (0..<20).map { _ in Recorder<Int>() }
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<10 {
                    if thread < 2 {
                        subject.onNext(thread * 10 + number)
                        if number == 7 { subject.onCompleted() }
                    } else {
                        recorders[(thread - 2) * 10 + number].record(subject.asObservable())
                    }
                }
            }
            let value = recorders[0].values
            #expect(value.count == 1)
            #expect(recorders.allSatisfy { $0.values == value && $0.isCompleted && $0.endCount == 1 })
        }
    }
}
