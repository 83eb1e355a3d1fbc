import Dispatch
import RillSwiftTesting
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

    @Test func combinesEachValueWithTheOthersLatest() {
        let source = kit.hot("-1--2-----3--4--|")
        let other = kit.hot("---a---b--------")
        expectMarbles(
            kit.record { combined(source, other) }, "----x-----y--z--|", values: ["x": "2a", "y": "3b", "z": "4b"])
        expectSubscriptions(source, "^---------------!")
        expectSubscriptions(other, "^---------------!")
    }

    @Test func withoutATransformEmitsTheOthersLatest() {
        let source = kit.hot("-1--2-----3--4--|")
        let other = kit.hot("---a---b--------")
        expectMarbles(kit.record { source.withLatestFrom(other.asObservable()) }, "----a-----b--b--|")
    }

    @Test func emitsNothingOfASilentSource() {
        let source = kit.hot("-------")
        let other = kit.hot("-a--b--|")
        expectMarbles(kit.record { combined(source, other) }, "--------")
    }

    @Test func completesWithAnEmptySource() {
        let source = kit.hot("---|")
        let other = kit.hot("-a--b--|")
        expectMarbles(kit.record { combined(source, other) }, "---|")
        expectSubscriptions(other, "^--!")
    }

    @Test func dropsAllValuesIfTheOtherIsEmptyAndCompletesWithTheSource() {
        let source = kit.hot("-1--2---|")
        let other = kit.hot("--|")
        expectMarbles(kit.record { combined(source, other) }, "--------|")
        expectSubscriptions(other, "^-!")
    }

    @Test func keepsTheLastValueOfAnOtherThatHasCompleted() {
        let source = kit.hot("-----1--2-|")
        let other = kit.hot("-a-|")
        expectMarbles(kit.record { combined(source, other) }, "-----x--y-|", values: ["x": "1a", "y": "2a"])
        expectSubscriptions(other, "^--!")
    }

    @Test func anErrorOfTheSourceDisposesTheOther() {
        let source = kit.hot("---1-#")
        let other = kit.hot("-a-----b")
        expectMarbles(kit.record { combined(source, other) }, "---x-#", values: ["x": "1a"])
        expectSubscriptions(other, "^----!")
    }

    @Test func anErrorOfTheOtherDisposesTheSource() {
        let source = kit.hot("---1---2")
        let other = kit.hot("-a---#")
        expectMarbles(kit.record { combined(source, other) }, "---x-#", values: ["x": "1a"])
        expectSubscriptions(source, "^----!")
    }

    @Test(arguments: [0, 15, 31]) func anOtherThatFailsAtOnceKeepsTheSourceFromBeingSubscribedTo(depth: Int) {
        let source = ManualSource()
        let recorder = Recorder<Int>()
        // Inside work of a trampoline, where what lies deep waits for its turn.
        CurrentThreadScheduler.shared.schedule {
            _ = source.observable.withLatestFrom(Observable<Int>.error(TestError())).nested(depth)
                .subscribe(recorder.take)
        }
        #expect(recorder.error as? TestError == TestError())
        #expect(source.subscriptionCount == 0)
    }

    @Test func disposalReachesBoth() {
        let source = kit.hot("-1--2--3")
        let other = kit.hot("a-------")
        expectMarbles(kit.record(disposedAt: 5) { combined(source, other) }, "-x--y", values: ["x": "1a", "y": "2a"])
        expectSubscriptions(source, "^----!")
        expectSubscriptions(other, "^----!")
    }

    @Test func aTransformThatThrowsEndsBoth() {
        let source = kit.hot("-1--2--3")
        let other = kit.hot("--a-----")
        let result = kit.record {
            source.withLatestFrom(other.asObservable()) { _, _ -> String in throw TestError("closure") }
        }
        expectMarbles(result, "----#", error: TestError("closure"))
        expectSubscriptions(source, "^---!")
        expectSubscriptions(other, "^---!")
    }

    @Test func subscribesToTheOtherFirst() {
        let (recorder, _) = Observable.of(1, 2).withLatestFrom(.of(10, 20)) { $0 + $1 }.record()
        #expect(recorder.values == [21, 22])
        #expect(recorder.isCompleted)
    }

    @Test func twoSubscribersHaveALatestValueEach() {
        let source = kit.cold("-1-2-|")
        let other = kit.cold("a-b--")
        let both = combined(source, other)
        let early = kit.observe { both }
        let late = kit.observe(subscribedAt: 2) { both }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(early.recording, "-x-y-|", values: ["x": "1a", "y": "2b"])
        expectMarbles(late.recording, "---x-y-|", values: ["x": "1a", "y": "2b"])
    }

    @Test func whatIsSentFromInsideComesAfterInOrder() {
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
        #expect(recorder.values == [11, 32])
        #expect(recorder.isCompleted)
        #expect(!recorder.hasOverlap)
    }

    @Test func resumesTheOtherFirst() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        scope.pause()
        Observable.of(1, 2).withLatestFrom(.of(10, 20)) { $0 + $1 }.start(Observer(scope, send: recorder.take))
        #expect(recorder.events.isEmpty)
        scope.open()
        #expect(recorder.values == [21, 22])
    }

    @Test(arguments: [0, 15, 31]) func holdsASourceBackWhileItsValuesWaitForTheirTurn(depth: Int) {
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

    @Test(arguments: [0, 15, 31]) func anEndlessSourceStopsHoweverDeepItLies(depth: Int) {
        let endless = Observable.from(0..<Int.max)
        let (recorder, _) = endless.withLatestFrom(.just(1)) { $0 + $1 }.nested(depth).take(5).record()
        #expect(recorder.values == [1, 2, 3, 4, 5])
    }

    @Test func releasesBothSourcesAtTheEnd() {
        for end in [Event<Int>.completed, .error(TestError())] {
            let released = SerialState(0)
            let subscription: Disposable
            do {
                let source = ManualSource(isCareless: false, onRelease: { released.value += 1 })
                let other = ManualSource(isCareless: false, onRelease: { released.value += 1 })
                subscription = source.observable.withLatestFrom(other.observable).subscribe { _ in }
                other.send(1)
                source.send(2)
                source.send(end)
            }
            #expect(released.value == 2)
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func namesTheSourceThatFailed() {
        let bad = Observable<Int>.error(TestError()).checkpoint("bad")
        let ways = SerialState<[String]>([])
        let take: @Sendable (any Error) -> Void = { _ in ways.value.append(ErrorTrace.current?.description ?? "") }
        _ = bad.withLatestFrom(Observable<Int>.never()).subscribe(onError: take)
        _ = Observable<Int>.never().withLatestFrom(bad).subscribe(onError: take)
        #expect(ways.value == ["bad > withLatestFrom", "bad > withLatestFrom"])
    }

    @Test(.tags(.realThreads)) func losesNoValueBetweenTwoThreads() {
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
        #expect(!recorder.hasOverlap)
    }
}

extension Observable {
    /// The same stream, some levels of scopes deeper.
    func nested(_ depth: Int) -> Observable {
        (0..<depth).reduce(self) { stream, _ in stream.take { _ in true } }
    }
}
