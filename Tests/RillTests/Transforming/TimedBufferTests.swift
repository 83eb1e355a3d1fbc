import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of `buffer(timeSpan:count:scheduler:)`.
@Suite struct TimedBufferTests {
    let kit = TestKit()

    /// Buffers elements and joins each array into a string.
    private func words(
        _ source: some ObservableConvertible<String>, within ticks: Int, count: Int = 3
    ) -> Observable<String> {
        source.buffer(timeSpan: .seconds(ticks), count: count, scheduler: kit.scheduler).map { $0.joined() }
    }

    @Test(
        "emits an array after a time span or a number of elements, and the remainder on completion",
        arguments: [
            ("---------", 5, 3, "---------", [:]), ("---|", 5, 3, "---|", [:]), ("#", 5, 3, "#", [:]),
            ("-1-2-----3-4-56-|", 5, 3, "------a------b--(c|)", ["a": "12", "b": "345", "c": "6"]),
            ("-1-2-----3-4#", 5, 3, "------a-----#", ["a": "12"]), ("-1-2|", 5, 3, "----(a|)", ["a": "12"]),
            // The time span starts with the first element of an array.
            ("-----12-------3----|", 3, 3, "--------a--------b-|", ["a": "12", "b": "3"]),
            // A full array cancels its timer.
            ("-12-3------|", 4, 2, "--a-----b--|", ["a": "12", "b": "3"]),
            // An element at the tick of the timer fills the array once.
            ("-1-2----|", 2, 2, "---a----|", ["a": "12"]),
            // Completion at the tick of the timer emits the remainder once.
            ("-1-|", 2, 3, "---(1|)", [:]),
            // Elements are buffered for at most the time span.
            ("-1--2--3--4--5--6--|", 4, 100, "-----a-----b-----c-|", ["a": "12", "b": "34", "c": "56"]),
        ] as [(String, Int, Int, String, [Character: String])])
    func emitsAfterTimeSpanOrCount(
        source: String, ticks: Int, count: Int, result: String, values: [Character: String]
    ) {
        let source = kit.hot(source)
        expectMarbles(kit.record { words(source, within: ticks, count: count) }, result, values: values)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func noTimerRunsWithoutBufferedElements() {
        _ = kit.record { words(kit.hot("-12-"), within: 100, count: 2) }
        #expect(kit.scheduler.time == 2)
    }

    @Test func lateTimerOfEmittedArrayHasNoEffect() {
        let scheduler = UncancelableScheduler()
        let subject = PublishSubject<Int>()
        let (recorder, subscription) = subject.buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler).record()
        for number in 1...3 { subject.onNext(number) }
        scheduler.fire(0)
        #expect(recorder.values == [[1, 2]])
        scheduler.fire(1)
        #expect(recorder.values == [[1, 2], [3]])
        subscription.dispose()
    }

    @Test func sourceWithoutElementsStartsNoTimer() {
        let observer = kit.observe { words(Observable.never(), within: 5) }
        #expect(kit.scheduler.pendingCount == 0)
        observer.dispose()
    }

    @Test func disposalCancelsTheTimerAndDisposesTheSource() {
        let source = kit.hot("-1---")
        expectMarbles(kit.record(disposedAt: 2) { words(source, within: 5) }, "--")
        #expect(kit.scheduler.pendingCount == 0)
        #expect(kit.scheduler.time == 2)
        expectSubscriptions(source, "^-!")
    }

    @Test func errorCancelsTheTimerAndDropsBufferedElements() {
        let source = kit.hot("-1#")
        expectMarbles(kit.record { words(source, within: 5) }, "--#")
        #expect(kit.scheduler.time == 2)
    }

    @Test func timeSpanIsPerSubscriber() {
        let source = kit.hot("-1-2---|")
        let early = kit.observe { words(source, within: 4) }
        let late = kit.observe(subscribedAt: 2) { words(source, within: 3) }
        kit.scheduler.advance(toTick: 9)
        expectMarbles(early.recording, "-----a-|", values: ["a": "12"])
        expectMarbles(late.recording, "------2|")
    }

    @Test func reentrantElementStartsTheNextArray() {
        let subject = PublishSubject<String>()
        let stream = words(subject, within: 2)
        let (recorder, subscription) = stream.record { if $0.element == "1" { subject.onNext("2") } }
        subject.onNext("1")
        kit.scheduler.advance(by: .seconds(2))
        #expect(recorder.values == ["1"])
        kit.scheduler.advance(by: .seconds(2))
        #expect(recorder.values == ["1", "2"])
        subscription.dispose()
    }

    @Test func deliversAllElementsInOrderOnARealQueue() async {
        let (recorder, _) = Observable.from(0..<1_000)
            .observeOn(SerialDispatchQueueScheduler())
            .buffer(timeSpan: .microseconds(50), count: 7, scheduler: SerialDispatchQueueScheduler()).record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values.flatMap { $0 } == Array(0..<1_000))
        #expect(recorder.values.allSatisfy { (1...7).contains($0.count) })
    }
}

/// A scheduler whose timers are fired by the test, even after cancellation, as can happen if a timer fires while it is
/// being canceled.
private final class UncancelableScheduler: Scheduler, @unchecked Sendable {  // used by one thread
    private var timers: [@Sendable () -> Void] = []

    var now: Duration { .zero }

    func fire(_ index: Int) {
        timers[index]()
    }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        timers.append(work)
        return .none
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(work)
    }
}
