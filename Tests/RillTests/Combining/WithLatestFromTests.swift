import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct WithLatestFromTests {
    let kit = TestKit()

    private func combined(
        _ source: TestableObservable<String>, _ other: TestableObservable<String>
    ) -> Observable<String> {
        source.withLatestFrom(other.asObservable()) { $0 + $1 }
    }

    @Test(arguments: [
        MarblePair(
            "both emit", "-1--2-----3--4--|", "---a---b--------", "----x-----y--z--|",
            (["^---------------!"], ["^---------------!"]), values: ["x": "2a", "y": "3b", "z": "4b"]),
        MarblePair("silent source", "-------", "-a--b--|", "--------"),
        MarblePair("empty source", "---|", "-a--b--|", "---|", (nil, ["^--!"])),
        MarblePair("empty other", "-1--2---|", "--|", "--------|", (nil, ["^-!"])),
        MarblePair(
            "latest after the other completes", "-----1--2-|", "-a-|", "-----x--y-|", (nil, ["^--!"]),
            values: ["x": "1a", "y": "2a"]),
        MarblePair("error of the source", "---1-#", "-a-----b", "---x-#", (nil, ["^----!"]), values: ["x": "1a"]),
        MarblePair("error of the other", "---1---2", "-a---#", "---x-#", (["^----!"], nil), values: ["x": "1a"]),
        MarblePair(
            "disposal", "-1--2--3", "a-------", "-x--y", (["^----!"], ["^----!"]), values: ["x": "1a", "y": "2a"],
            disposedAt: 5),
    ])
    func combinesEachElementWithLatestOfOther(row: MarblePair) {
        row.check { combined($0, $1) }
    }

    @Test func withoutTransformEmitsLatestOfOther() {
        let source = kit.hot("-1--2-----3--4--|")
        let other = kit.hot("---a---b--------")
        expectMarbles(kit.record { source.withLatestFrom(other.asObservable()) }, "----a-----b--b--|")
    }

    @Test(arguments: [0, 15, 31]) func immediateErrorOfOtherPreventsSourceSubscription(depth: Int) {
        let source = ManualSource()
        let recorder = Recorder<Int>()
        // Subscribes within work of the trampoline, where deeply nested subscriptions are queued.
        CurrentThreadScheduler.shared.schedule {
            recorder.record(source.observable.withLatestFrom(Observable<Int>.error(TestError())).nested(depth))
        }
        #expect(recorder.error as? TestError == TestError())
        #expect(source.subscriptionCount == 0)
    }

    @Test func throwingTransformDisposesBothSources() {
        let source = kit.hot("-1--2--3")
        let other = kit.hot("--a-----")
        let result = kit.record {
            source.withLatestFrom(other.asObservable()) { _, _ -> String in throw TestError("closure") }
        }
        expectMarbles(result, "----#", error: TestError("closure"))
        expectSubscriptions(source, "^---!")
        expectSubscriptions(other, "^---!")
    }

    @Test func subscribesToOtherFirst() {
        let (recorder, _) = Observable.of(1, 2).withLatestFrom(.of(10, 20)) { $0 + $1 }.record()
        #expect(recorder.events == .completed([21, 22]))
    }

    @Test func eachSubscriberHasItsOwnLatestElement() {
        let stream = combined(kit.cold("-1-2-|"), kit.cold("a-b--"))
        kit.expectEvents("-x-y-|", late: "---x-y-|", subscribedAt: 2, values: ["x": "1a", "y": "2b"]) { stream }
    }

    @Test func reentrantElementsAreDeliveredInOrder() {
        let source = ManualSource()
        let other = PublishSubject<Int>()
        let (recorder, _) = source.observable.withLatestFrom(other.asObservable()) { $0 + $1 }.record { event in
            guard event.element == 11 else { return }
            other.onNext(20)
            source.send(2, thenComplete: true)
            other.onNext(30)
        }
        other.onNext(10)
        source.send(1)
        #expect(recorder.events == .completed([11, 32]))
    }

    @Test func resumesOtherFirst() {
        let scope = Scope()
        scope.pause()
        let (recorder, _) = Observable.of(1, 2).withLatestFrom(.of(10, 20)) { $0 + $1 }.startRecording(in: scope)
        #expect(recorder.events.isEmpty)
        scope.open()
        #expect(recorder.values == [21, 22])
    }

    @Test(arguments: [0, 15, 31]) func pausesOtherWhileItsElementsAreQueued(depth: Int) {
        let produced = SerialState(0)
        let numbers = Observable.unfold(1) { number -> (Int, Int)? in
            produced.value = number
            return (number, number + 1)
        }
        let start = PublishSubject<Int>()
        let source = PublishSubject<Int>()
        let waiting = SerialState(0)
        let (recorder, _) = source.withLatestFrom(Observable.just(0).concat(start.concatMap { _ in numbers.take(500) }))
            .nested(depth).record { event in
                guard event.element == 0 else { return }
                start.onNext(0)
                waiting.value = produced.value
            }
        source.onNext(1)
        #expect((1...64).contains(waiting.value))
        #expect(produced.value == 500)
        source.onNext(2)
        #expect(recorder.values == [0, 500])
    }

    @Test(arguments: [0, 15, 31]) func nestedInfiniteSourceStops(depth: Int) {
        let infinite = Observable.from(0..<Int.max)
        let (recorder, _) = infinite.withLatestFrom(.just(1)) { $0 + $1 }.nested(depth).take(5).record()
        #expect(recorder.values == [1, 2, 3, 4, 5])
    }

    @Test func releasesBothSourcesOnTermination() {
        for end in [Event<Int>.completed, .error(TestError())] {
            let released = SerialState(0)
            let subscription: Disposable
            do {
                let source = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
                let other = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
                subscription = source.observable.withLatestFrom(other.observable).subscribe { _ in }
                other.send(1)
                source.send(2)
                source.send(end)
            }
            #expect(released.value == 2)
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func errorTraceContainsTheFailedSource() {
        let bad = Observable<Int>.error(TestError()).checkpoint("bad")
        #expect(bad.withLatestFrom(Observable<Int>.never()).errorTraces == ["bad > withLatestFrom"])
        #expect(Observable<Int>.never().withLatestFrom(bad).errorTraces == ["bad > withLatestFrom"])
    }

    @Test(.tags(.realThreads)) func deliversAllElementsFromTwoThreads() {
        let source = ManualSource()
        let other = ManualSource()
        let (recorder, _) = source.observable.withLatestFrom(other.observable) { ($0, $1) }.record()
        other.send(0)
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for number in 1...5_000 { (thread == 0 ? source : other).send(number) }
        }
        source.send(.completed)
        #expect(recorder.values.map(\.0) == Array(1...5_000))
        #expect(recorder.values.map(\.1) == recorder.values.map(\.1).sorted())
        #expect(recorder.isCompleted)
    }
}

extension Observable {
    /// Returns the same stream, nested in the given number of additional scopes.
    func nested(_ depth: Int) -> Observable {
        (0..<depth).reduce(self) { stream, _ in stream.take { _ in true } }
    }
}
