import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct TakeLastTests {
    let kit = TestKit()

    @Test(
        "emits the last two elements on completion, and none on error",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("-1-|", "---(1|)"), ("-1--2--3--|", "----------(23|)"),
            ("-1-2-3#", "------#"), ("#", "#"),
        ])
    func emitsTheLastElementsOnCompletion(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.takeLast(2) }, result)
    }

    @Test func zeroCountCompletesWithoutSubscribing() {
        let source = kit.hot("-1-2|")
        expectMarbles(kit.record { source.takeLast(0) }, "|")
        expectSubscriptions(source)
    }

    @Test func countAboveTheSourceLengthEmitsAll() {
        expectMarbles(kit.record { kit.hot("-1-2|").takeLast(.max) }, "----(12|)")
    }

    @Test func longSourceEmitsTheLastElements() {
        let (recorder, _) = Observable.from(0..<100_000).takeLast(1_000).record()
        #expect(recorder.values == Array(99_000..<100_000))
        #expect(recorder.isCompleted)
    }

    @Test func disposesTheSourceAfterCompletion() {
        let log = Log<String>()
        _ = Observable.of(1, 2).do(onDispose: { log.append("disposed") }).takeLast(1).subscribe { log.append("\($0)") }
        #expect(log.entries == ["next(2)", "completed", "disposed"])
    }

    @Test func pauseHoldsRemainingElements() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        Observable.from(1...9).takeLast(3).start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element == 7 { scope.pause() }
            })
        #expect(recorder.values == [7])
        #expect(!recorder.isCompleted)
        scope.open()
        #expect(recorder.values == [7, 8, 9])
        #expect(recorder.isCompleted)
    }

    @Test func disposalBetweenElementsStopsEmission() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        Observable.from(1...9).takeLast(3).start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element == 8 { scope.stop() }
            })
        #expect(recorder.events == [.next(7), .next(8)])
    }

    @Test func bufferIsPerSubscriber() {
        let source = kit.hot("-1-2-|")
        kit.expectEvents("-----(12|)", late: "-----(2|)", subscribedAt: 2) { source.takeLast(2) }
    }

    @Test func errorAndDisposalReleaseBufferedElements() {
        final class Value: Sendable {}
        for end in ["error", "disposal"] {
            let subject = PublishSubject<Value>()
            let kept = WeakReference<Value>()
            let subscription = subject.takeLast(2).subscribe { _ in }
            do {
                let value = Value()
                kept.value = value
                subject.onNext(value)
            }
            #expect(kept.value != nil)
            if end == "error" { subject.onError(TestError()) } else { subscription.dispose() }
            #expect(kept.value == nil, "after \(end)")
        }
    }
}
