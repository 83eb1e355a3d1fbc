import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct FlatMapFirstTests {
    let kit = TestKit()

    private func triple(_ value: String) -> Observable<String> {
        kit.cold("1-1-1|").map { _ in value }
    }

    @Test(arguments: [
        MarblePair(
            "ignores elements while an inner is active", "-1--2------3-------|", "1-1-1|", "-1-1-1-----3-3-3---|",
            (["^------------------!"], nil)),
        MarblePair("completes after the active inner", "-1-|", "1-1-1|", "-1-1-1|"),
    ])
    func subscribesToOneInnerAtATime(row: MarblePair) {
        row.check(secondIsCold: true) { source, inner in source.flatMapFirst { value in inner.map { _ in value } } }
    }

    @Test(arguments: [
        MarblePair("source error disposes the active inner", "-1-#", "-a-b-c|", "--a#", (nil, ["-^-!"])),
        MarblePair("inner error disposes the source", "-1-2-3-|", "-a#", "--a#", (["^--!"], nil)),
        MarblePair("disposal", "-1-2-3-|", "-a-b-c|", "--a", (["^--!"], ["-^-!"]), disposedAt: 3),
    ])
    func disposesSourceAndInner(row: MarblePair) {
        row.check(secondIsCold: true) { source, inner in source.flatMapFirst { _ in inner.asObservable() } }
    }

    @Test(
        arguments: [
            // An inner that never completes blocks all others, and an empty inner blocks none.
            ("-1-2-3-|", .never(), "--------", ["1"]), ("-1-2-(34)-|", .empty(), "-------|", ["1", "2", "3", "4"]),
        ] as [(String, Observable<String>, String, [String])])
    func closureRunsOnlyIfNoInnerIsActive(
        source: String, inner: Observable<String>, result: String, expected: [String]
    ) {
        let calls = SerialState<[String]>([])
        let stream = kit.hot(source).flatMapFirst { value in
            calls.value.append(value)
            return inner
        }
        expectMarbles(kit.record { stream }, result)
        #expect(calls.value == expected)
    }

    @Test func silentAndEmptySourcesAreForwarded() {
        expectMarbles(kit.record { kit.hot("----").flatMapFirst { triple($0) } }, "----")
        expectMarbles(kit.record { kit.cold("--|").flatMapFirst { triple($0) } }, "--|")
    }

    @Test func throwingClosureFailsAndDisposesTheSource() {
        let source = kit.hot("-1-2-3-|")
        let result = kit.record { source.flatMapFirst { _ -> Observable<String> in throw TestError("closure") } }
        expectMarbles(result, "-#", error: TestError("closure"))
        expectSubscriptions(source, "^!")
    }

    @Test func activeInnerIsPerSubscriber() {
        let stream = kit.cold("1--2|").flatMapFirst { triple($0) }
        kit.expectEvents("1-1-1|", late: "-1-1-1|", subscribedAt: 1) { stream }
    }

    @Test func reentrantElementDuringAnInnerIsIgnored() {
        let source = PublishSubject<Int>()
        let inner = ManualSource()
        let (recorder, _) = source.flatMapFirst { _ in inner.observable }.record { event in
            if event.element == 10 { source.onNext(2) }
        }
        source.onNext(1)
        inner.send(10, 11, thenComplete: true)
        #expect(recorder.values == [10, 11])
        #expect(inner.subscriptionCount == 1)
        source.onNext(3)
        #expect(inner.subscriptionCount == 2)
    }

    @Test func sourceIsNotPausedWhileAnInnerIsActive() {
        let inner = ManualSource()
        let (recorder, _) = Observable.of(1, 2, 3).flatMapFirst { _ in inner.observable }.record()
        #expect(inner.subscriptionCount == 1)
        inner.send(10, thenComplete: true)
        #expect(recorder.events == .completed([10]))
    }

    /// Verifies that elements that the trampoline queues in deeply nested streams are not ignored.
    @Test(arguments: [0, 13, 14, 15, 16, 17, 31, 32]) func nestingDoesNotChangeIgnoredElements(depth: Int) {
        let all = SerialState<[Int]>([])
        let some = SerialState<[Int]>([])
        let gate = PublishSubject<Int>()
        CurrentThreadScheduler.shared.schedule {
            let source = Observable<Int>.create { observer in
                for number in 1...100 { observer.onNext(number) }
                observer.onCompleted()
                return .none
            }
            _ = source.flatMapFirst { .just($0) }.nested(depth).subscribe(onNext: { all.value.append($0) })
            _ = source.flatMapFirst { number in number % 2 == 0 ? gate.asObservable() : .just(number) }
                .nested(depth).subscribe(onNext: { some.value.append($0) })
        }
        gate.onNext(-1)
        #expect(all.value == Array(1...100))
        #expect(some.value == [1, -1])
    }

    @Test(arguments: [0, 15, 31]) func nestedInfiniteSourceStops(depth: Int) {
        let produced = SerialState(0)
        let infinite = Observable.unfold(0) { number -> (Int, Int)? in
            produced.value += 1
            return (number, number + 1)
        }
        for stream in [infinite.flatMapFirst { .just($0) }, Observable.just(0).flatMapFirst { _ in infinite }] {
            produced.value = 0
            let (recorder, _) = stream.nested(depth).take(5).record()
            #expect(recorder.values == [0, 1, 2, 3, 4])
            #expect(produced.value < 200)
        }
    }

    @Test func terminationReleasesSourceAndInner() {
        let released = SerialState(0)
        let subscription: Disposable
        do {
            let source = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
            let inner = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
            subscription = source.observable.flatMapFirst { _ in inner.observable }.subscribe { _ in }
            source.send(1)
            inner.send(2)
            inner.send(.error(TestError()))
        }
        #expect(released.value == 2)
        withExtendedLifetime(subscription) {}
    }

    @Test func errorTraceContainsTheFailedSource() {
        let bad = Observable<Int>.error(TestError()).checkpoint("bad")
        #expect(bad.flatMapFirst { .just($0) }.errorTraces == ["bad > flatMapFirst"])
        #expect(Observable.just(0).checkpoint("good").flatMapFirst { _ in bad }.errorTraces == ["bad > flatMapFirst"])
    }

    @Test(.tags(.realThreads)) func atMostOneInnerIsActiveWithTwoThreads() {
        let source = PublishSubject<Int>()
        let inner = PublishSubject<Int>()
        let running = SerialState(0)
        let (recorder, _) = source.flatMapFirst { _ in
            inner.take(1).do(onSubscribe: { running.value += 1 }, onDispose: { running.value -= 1 })
                .map { _ in running.value }
        }.record()
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for number in 0..<2_000 { (thread == 0 ? source : inner).onNext(number) }
        }
        source.onCompleted()
        inner.onCompleted()
        #expect(recorder.isCompleted)
        #expect(recorder.values.allSatisfy { $0 == 1 })
    }
}
