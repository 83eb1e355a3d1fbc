import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct AmbTests {
    let kit = TestKit()

    @Test func emitsEventsOfFirstSourceToEmit() {
        let first = kit.hot("---1--2--|")
        let second = kit.hot("-a---b--c-|")
        expectMarbles(kit.record { first.amb(second.asObservable()) }, "-a---b--c-|")
        expectSubscriptions(first, "^!")
        expectSubscriptions(second, "^---------!")
    }

    @Test func emitsEventsOfReceiverIfItEmitsFirst() {
        let first = kit.hot("-1--2--|")
        let second = kit.hot("---a---b--c-|")
        expectMarbles(kit.record { first.amb(second.asObservable()) }, "-1--2--|")
        expectSubscriptions(second, "^!")
    }

    @Test func firstInOrderWinsIfSourcesEmitInSameTick() {
        let sources = [kit.cold("--a-|"), kit.cold("-b-|"), kit.cold("-c-|")]
        expectMarbles(kit.record { Observable.amb(sources.map { $0.asObservable() }) }, "-b-|")
        expectSubscriptions(sources[0], "^!")
        expectSubscriptions(sources[2], "^!")
    }

    @Test func emitsNothingWhileAllSourcesAreSilent() {
        let sources = [kit.hot("----"), kit.hot("----")]
        expectMarbles(kit.record(disposedAt: 5) { Observable.amb(sources.map { $0.asObservable() }) }, "----")
        for source in sources { expectSubscriptions(source, "^----!") }
    }

    @Test func completionAsFirstEventWins() {
        let first = kit.hot("---1--2--|")
        let second = kit.hot("-|")
        expectMarbles(kit.record { first.amb(second.asObservable()) }, "-|")
        expectSubscriptions(first, "^!")
    }

    @Test func errorAsFirstEventWins() {
        let first = kit.hot("-#")
        let second = kit.hot("---1--2--|")
        expectMarbles(kit.record { first.amb(second.asObservable()) }, "-#")
        expectSubscriptions(second, "^!")
    }

    @Test func laterErrorOfTheWinnerIsForwarded() {
        let first = kit.hot("-1--#")
        let second = kit.hot("--a-----b")
        expectMarbles(kit.record { first.amb(second.asObservable()) }, "-1--#")
        expectSubscriptions(second, "^!")
    }

    @Test func completesWithoutSources() {
        let (recorder, _) = Observable<Int>.amb([]).record()
        #expect(recorder.isCompleted)
        #expect(recorder.events.count == 1)
    }

    @Test func disposalDisposesAllSources() {
        let first = kit.hot("------1")
        let second = kit.hot("------2")
        expectMarbles(kit.record(disposedAt: 3) { first.amb(second.asObservable()) }, "---")
        expectSubscriptions(first, "^--!")
        expectSubscriptions(second, "^--!")
    }

    @Test func stopsSubscribingAfterASourceWins() {
        let subscribed = SerialState<[Int]>([])
        let sources = (0..<4).map { number in
            Observable.deferred {
                subscribed.value.append(number)
                return number == 2 ? .of(7, 8) : .never()
            }
        }
        let (recorder, _) = Observable.amb(sources).record()
        #expect(recorder.values == [7, 8])
        #expect(recorder.isCompleted)
        #expect(subscribed.value == [0, 1, 2])
    }

    @Test func disposesLosersBeforeForwardingTheFirstElement() {
        let winner = ManualSource()
        let loser = ManualSource()
        let disposals = SerialState(-1)
        let (recorder, _) = loser.observable.amb(winner.observable).record { _ in
            disposals.value = loser.disposalCount
            loser.send(9)
        }
        winner.send(1, 2, thenComplete: true)
        #expect(disposals.value == 1)
        #expect(recorder.values == [1, 2])
        #expect(recorder.isCompleted)
    }

    @Test func eachSubscriberHasItsOwnRace() {
        let hot = kit.hot("---h---h|")
        let cold = kit.cold("--c--c|")
        let stream = hot.amb(cold.asObservable())
        let early = kit.observe { stream }
        let late = kit.observe(subscribedAt: 2) { stream }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(early.recording, "--c--c|")
        expectMarbles(late.recording, "---h---h|")
    }

    @Test func firstInOrderWinsAfterAPause() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        scope.pause()
        Observable.amb([.of(1, 2), .of(3, 4), .of(5)]).start(Observer(scope, send: recorder.receive))
        #expect(recorder.events.isEmpty)
        scope.open()
        #expect(recorder.values == [1, 2])
        #expect(recorder.isCompleted)
        #expect(recorder.endCount == 1)
    }

    @Test(arguments: [0, 15, 31]) func nestedInfiniteSourceStops(depth: Int) {
        let infinite = Observable.from(0..<Int.max)
        let (recorder, _) = Observable.never().amb(infinite).nested(depth).take(3).record()
        #expect(recorder.values == [0, 1, 2])
    }

    @Test func releasesLosersOnWinAndWinnerOnCompletion() {
        let released = SerialState<[String]>([])
        let winner = PublishSubject<Int>()
        do {
            let loser = ManualSource(sendsAfterDisposal: false, onRelease: { released.value.append("loser") })
            let token = Disposable { released.value.append("winner") }
            let watched = winner.do(onDispose: { token.dispose() })
            _ = loser.observable.amb(watched).subscribe { _ in }
        }
        #expect(released.value.isEmpty)
        winner.onNext(1)
        #expect(released.value == ["loser"])
        winner.onCompleted()
        #expect(released.value == ["loser", "winner"])
    }

    @Test func errorTraceContainsTheWinner() {
        let traces = SerialState<[String]>([])
        let recordTrace: @Sendable (any Error) -> Void = { _ in
            traces.value.append(ErrorTrace.current?.description ?? "")
        }
        let bad = Observable<Int>.error(TestError()).checkpoint("bad")
        _ = Observable.never().checkpoint("good").amb(bad).subscribe(onError: recordTrace)
        #expect(traces.value == ["bad > amb"])
    }

    @Test(.tags(.realThreads)) func exactlyOneSourceWinsOnTwoThreads() {
        for _ in 0..<300 {
            let sources = [ManualSource(), ManualSource()]
            let (recorder, _) = sources[0].observable.amb(sources[1].observable).record()
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                for number in 0..<10 { sources[thread].send(thread * 100 + number) }
                sources[thread].send(.completed)
            }
            let winner = (recorder.values.first ?? 0) / 100
            #expect(recorder.values == (0..<10).map { winner * 100 + $0 })
            #expect(recorder.endCount == 1)
            #expect(sources.map(\.disposalCount) == [1, 1])
        }
    }
}
