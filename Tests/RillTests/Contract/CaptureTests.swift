import RillTestSupport
import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Tests of rule 6.4 of `EventContract.md`: no thread is held by the events of another thread.
@Suite("Contract 6: several inputs", .serialized, .tags(.realThreads))
struct CaptureTests {
    @Test(
        "6.4 a thread that sends on one input is not held by the elements of another one", .contract,
        arguments: MultiInputCase.sources, [false, true])
    func sendingThreadIsNotHeld(entry: MultiInputCase, isSwapped: Bool) async {
        let (held, busy) = (PublishSubject<Int>(), PublishSubject<Int>())
        let (one, other) = isSwapped ? (busy, held) : (held, busy)
        let producer = BusyProducer()
        let longest = Atomic(0)
        let stream = entry.build(
            one.asObservable(), other.asObservable(), SerialDispatchQueueScheduler(), .microseconds(20))
        let ignore: UndeliveredErrors.Handler = { _ in }
        let subscription = UndeliveredErrors.withHandler(ignore) {
            stream.subscribe { if !$0.isTerminal { producer.elementArrived() } }
        }
        await run(producer, sendingTo: busy) {
            for number in 1...3 {
                let before = producer.foreignCount
                held.onNext(number)
                longest.max(producer.foreignCount - before, ordering: .acquiringAndReleasing)
            }
        }
        #expect(longest.load(ordering: .acquiring) < BusyProducer.bound)
        subscription.dispose()
    }

    @Test(
        "6.4 a thread that runs a timer is not held by the elements of the source", .contract,
        arguments: MultiInputCase.timers.filter { ["timeout", "deadline", "take(for:)"].contains($0.testDescription) })
    func timerThreadIsNotHeld(entry: MultiInputCase) async {
        let source = PublishSubject<Int>()
        let scheduler = TestScheduler()
        let producer = BusyProducer()
        let stream = entry.build(source.asObservable(), .never(), scheduler, scheduler.tick * 100)
        let subscription = stream.subscribe { if !$0.isTerminal { producer.elementArrived() } }
        await run(producer, sendingTo: source) { for _ in 0..<20 { scheduler.advance(by: scheduler.tick * 100) } }
        #expect(producer.foreignCount < BusyProducer.bound)
        subscription.dispose()
    }

    @Test("6.4 a thread that ends a stream is not held by its elements", .contract)
    func disposingThreadIsNotHeld() async {
        let source = PublishSubject<Int>()
        let end = PublishSubject<Void>()
        let producer = BusyProducer()
        let (recorder, subscription) = source.take(until: end.asObservable()).record { _ in producer.elementArrived() }
        await run(producer, sendingTo: source) { end.onNext(()) }
        #expect(recorder.isCompleted)
        #expect(producer.foreignCount < BusyProducer.bound)
        subscription.dispose()
    }

    @Test("6.4 a thread that resumes a subscriber is not held by its elements", .contract)
    func resumingThreadIsNotHeld() async {
        let source = PausingSubject<Int>()
        let scope = Scope()
        let producer = BusyProducer()
        source.asObservable().start(Observer(scope) { _ in producer.elementArrived() })
        scope.pause()
        await run(producer, sendingTo: source) { scope.open() }
        #expect(producer.foreignCount < BusyProducer.bound)
        scope.stop()
    }

    @Test("6.4 a thread that ends an inner observable is not held by queued elements", .contract)
    func innerThreadIsNotHeld() async {
        let source = PublishSubject<Int>()
        let first = PublishSubject<Int>()
        let producer = BusyProducer()
        let (recorder, subscription) = source.concatMap { $0 == 1 ? first.asObservable() : .just($0) }
            .record { event in if !event.isTerminal { producer.elementArrived() } }
        await run(producer, sendingTo: source) { first.onCompleted() }
        #expect(producer.foreignCount < BusyProducer.bound)
        #expect(recorder.values == Array(2..<2 + recorder.values.count))
        subscription.dispose()
    }

    /// Runs a producer, and a closure beside it after its start.
    private func run(
        _ producer: BusyProducer, sendingTo source: any Subject<Int> & Sendable,
        sourceLocation: SourceLocation = #_sourceLocation, beside work: @escaping @Sendable () -> Void
    ) async {
        let hasReturned = await onThreads([
            { producer.run { source.onNext($0) } },
            {
                producer.waitForStart()
                work()
                producer.stop()
            },
        ])
        #expect(hasReturned, sourceLocation: sourceLocation)
    }
}
