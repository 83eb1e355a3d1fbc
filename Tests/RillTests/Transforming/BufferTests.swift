import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of `buffer(count:)`.
@Suite struct BufferTests {
    let kit = TestKit()
    let arrays: [Character: [String]] = ["a": ["1", "2"], "b": ["3", "4"], "c": ["3"]]

    @Test(
        "emits arrays of two elements, and the remaining elements on completion",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("-1-2--3-4-|", "---a----b-|"), ("-1--2--3--|", "----a-----(c|)"),
            ("-1-2-3#", "---a--#"), ("-1#", "--#"),
        ])
    func emitsArraysAndTheRemainder(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.buffer(count: 2) }, result, values: arrays)
    }

    @Test func countOfOneEmitsEachElement() {
        #expect(kit.record { kit.cold("(12)|").buffer(count: 1) }.values == [["1"], ["2"]])
    }

    @Test func disposalInOnNextPreventsCompletion() {
        let (recorder, _) = Observable.just(1).buffer(count: 2).startRecording { _, scope in scope.stop() }
        #expect(recorder.events == [.next([1])])
    }

    @Test func bufferIsPerSubscriber() {
        let source = kit.hot("-1-2-3-|")
        let early = kit.observe { source.buffer(count: 2) }
        let late = kit.observe(subscribedAt: 2) { source.buffer(count: 2) }
        kit.scheduler.advance(toTick: 9)
        #expect(early.recording.values == [["1", "2"], ["3"]])
        #expect(late.recording.values == [["2", "3"]])
    }

    @Test func reentrantElementStartsTheNextArray() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.buffer(count: 2).record { if $0.element == [1, 2] { subject.onNext(3) } }
        for number in [1, 2, 4] { subject.onNext(number) }
        #expect(recorder.values == [[1, 2], [3, 4]])
    }

    @Test func disposalReleasesBufferedElements() {
        let subject = PublishSubject<Element>()
        let kept = WeakReference<Element>()
        let subscription = subject.buffer(count: 2).subscribe { _ in }
        do {
            let object = Element()
            kept.value = object
            subject.onNext(object)
        }
        #expect(kept.value != nil)
        subscription.dispose()
        #expect(kept.value == nil)
    }
}

private final class Element: Sendable {}
