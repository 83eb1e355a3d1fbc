import Foundation
import RillTestSupport
import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Tests that instruments that use streams, dispose subscriptions, or are slow do not violate the contract.
@Suite struct InstrumentReentrancyTests {
    @Test(arguments: ["began", "next", "next at c", "hop scheduled", "hop began", "completed"])
    func disposalDuringCallStopsDelivery(call: String) throws {
        let bag = DisposeBag()
        let hasDisposed = Atomic(false)
        let violations = Log<Event<Int>>()
        let instrument = TestInstrument { text in
            guard text == "a \(call)" else { return }
            bag.dispose()
            hasDisposed.store(true, ordering: .relaxed)
        }
        let scheduler = TestScheduler()
        let source = Observable.of(1, 2, 3).checkpoint("c").observeOn(scheduler)
        let subscription = source.instrumented(by: instrument, name: "a").subscribe { event in
            if hasDisposed.load(ordering: .relaxed) { violations.append(event) }
        }
        bag.insert(subscription)
        try scheduler.run()
        let wasDisposed = hasDisposed.load(ordering: .relaxed)
        #expect(wasDisposed)
        #expect(violations.entries.isEmpty)
        #expect(instrument.calls.filter { ["a disposed", "a completed"].contains($0) }.count <= 2)
    }

    @Test func terminationDuringCallPreventsDeliveryOfElement() {
        let stop = PublishSubject<Int>()
        let instrument = TestInstrument { text in
            if text == "a next" { stop.onNext(0) }
        }
        let stream = Observable.of(1, 2).instrumented(by: instrument, name: "a").take(until: stop.asObservable())
        let (recorder, _) = stream.record()
        #expect(recorder.events == .completed())
        #expect(instrument.calls == ["a began", "a next", "a disposed"])
    }

    @Test func elementSentDuringCallIsDeliveredAfterward() {
        let source = PublishSubject<Int>()
        let instrument = TestInstrument { [weak source] text in
            if text == "a next" { source?.onNext(2) }
        }
        let stream = source.take(2).instrumented(by: instrument, name: "a")
        let (recorder, _) = stream.record()
        source.onNext(1)
        #expect(recorder.values == [1, 2])
    }

    @Test func subscriptionsOfInstrumentAreNotInstrumented() {
        let instrument = TestInstrument { _ in _ = Observable.of(1).subscribe(onNext: { _ in }) }
        withInstrument(instrument) { _ = Observable.of(1).subscribe(onNext: { _ in }) }
        #expect(instrument.calls.count == 4)
        let counter = Counter()
        _ = Observable.of(1).instrumented(by: counter, name: "a").record()
        let began = counter.began.load(ordering: .relaxed)
        #expect(began == 1)
    }

    /// An instrument that subscribes to a stream that it observes.
    private final class Counter: Instrument {
        let began = Atomic(0)

        func subscriptionBegan(_ subscription: InstrumentedSubscription) {
            began.add(1, ordering: .relaxed)
            _ = Observable.of(1).instrumented(by: self).record()
        }
    }

    /// If an instrument were called with a lock held, the other thread could not dispose the subscription.
    @Test(arguments: ["began", "next", "next at c", "hop scheduled", "hop began", "observeOn", "attempt 1"])
    func otherThreadDisposesDuringCall(call: String) throws {
        let bag = DisposeBag()
        let isDone = Atomic(false)
        let instrument = TestInstrument { text in
            guard text.hasPrefix("a \(call)"), !isDone.exchange(true, ordering: .relaxed) else { return }
            let disposed = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                bag.dispose()
                disposed.signal()
            }
            #expect(disposed.wait(timeout: .now() + 60) == .success)
        }
        let scheduler = TestScheduler()
        let elements = Observable.from(0..<20).checkpoint("c").concat(.error(TestError()))
        let stream =
            elements
            .retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: scheduler)
            .observeOn(scheduler, bufferSize: 4)
        let observed = stream.instrumented(by: instrument, name: "a")
        bag.insert(observed.observeOn(ImmediateScheduler.shared).subscribe(onError: { _ in }))
        try scheduler.run()
        let isCovered = isDone.load(ordering: .relaxed)
        #expect(isCovered)
    }

    @Test func concurrentSourcesRemainSerialized() async {
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        let instrument = TestInstrument()
        let isDelivering = Atomic(false)
        let overlaps = Atomic(0)
        let count = Atomic(0)
        let merged = Observable.merge(first.asObservable(), second.asObservable())
        let subscription = merged.instrumented(by: instrument, name: "a").subscribe(onNext: { _ in
            if isDelivering.exchange(true, ordering: .acquiring) { overlaps.add(1, ordering: .relaxed) }
            count.add(1, ordering: .relaxed)
            isDelivering.store(false, ordering: .releasing)
        })
        let isDone = await onThreads([
            { for number in 0..<200 { first.onNext(number) } }, { for number in 0..<200 { second.onNext(number) } },
        ])
        #expect(isDone)
        subscription.dispose()
        let (overlapCount, elementCount) = (overlaps.load(ordering: .relaxed), count.load(ordering: .relaxed))
        #expect(overlapCount == 0)
        #expect(instrument.calls.filter { $0 == "a next" }.count == elementCount)
    }
}
