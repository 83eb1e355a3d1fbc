import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct AmbTests {
    let kit = TestKit()

    @Test(arguments: [
        MarblePair("the other emits first", "---1--2--|", "-a---b--c-|", "-a---b--c-|", (["^!"], ["^---------!"])),
        MarblePair("the receiver emits first", "-1--2--|", "---a---b--c-|", "-1--2--|", (nil, ["^!"])),
        MarblePair("all are silent", "----", "----", "----", (["^----!"], ["^----!"]), disposedAt: 5),
        MarblePair("completion as the first event", "---1--2--|", "-|", "-|", (["^!"], nil)),
        MarblePair("error as the first event", "-#", "---1--2--|", "-#", (nil, ["^!"])),
        MarblePair("later error of the winner", "-1--#", "--a-----b", "-1--#", (nil, ["^!"])),
        MarblePair("disposal", "------1", "------2", "---", (["^--!"], ["^--!"]), disposedAt: 3),
    ])
    func emitsEventsOfFirstSourceToEmit(row: MarblePair) {
        row.check { $0.amb($1.asObservable()) }
        row.check { .amb([$0.asObservable(), $1.asObservable()]) }
    }

    @Test func firstInOrderWinsIfSourcesEmitInSameTick() {
        let sources = [kit.cold("--a-|"), kit.cold("-b-|"), kit.cold("-c-|")]
        expectMarbles(kit.record { Observable.amb(sources.map { $0.asObservable() }) }, "-b-|")
        expectSubscriptions(sources[0], "^!")
        expectSubscriptions(sources[2], "^!")
    }

    @Test func completesWithoutSources() {
        #expect(Observable<Int>.amb([]).record().recorder.events == .completed())
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
        #expect(recorder.events == .completed([7, 8]))
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
        #expect(recorder.events == .completed([1, 2]))
    }

    @Test func eachSubscriberHasItsOwnRace() {
        let cold = kit.cold("--c--c|")
        let stream = kit.hot("---h---h|").amb(cold.asObservable())
        kit.expectEvents("--c--c|", late: "---h---h|", subscribedAt: 2) { stream }
    }

    @Test func firstInOrderWinsAfterAPause() {
        let scope = Scope()
        scope.pause()
        let (recorder, _) = Observable.amb([.of(1, 2), .of(3, 4), .of(5)]).startRecording(in: scope)
        #expect(recorder.events.isEmpty)
        scope.open()
        #expect(recorder.events == .completed([1, 2]))
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
        let bad = Observable<Int>.error(TestError()).checkpoint("bad")
        #expect(Observable.never().checkpoint("good").amb(bad).errorTraces == ["bad > amb"])
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
