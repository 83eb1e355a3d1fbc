import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of operators on streams of streams: `merge(maxConcurrent:)`, `concat()`, and `switchLatest()`.
@Suite struct FlatteningTests {
    let kit = TestKit()

    private typealias Streams = [Character: Observable<String>]

    // MARK: merge

    @Test func mergeInterleavesElementsInOrderOfArrival() {
        let streams: Streams = ["f": kit.cold("-1--2--3--|").asObservable(), "s": kit.cold("-8--9--|").asObservable()]
        let source = kit.hot("-f----s--|", values: streams)
        expectMarbles(kit.record { source.merge() }, "--1--2-83-9--|")
    }

    @Test func mergeQueuesStreamsAboveMaxConcurrent() {
        let inner = kit.cold("--a|")
        let source = kit.hot("-(xy)|", values: ["x": inner.asObservable(), "y": inner.asObservable()])
        expectMarbles(kit.record { source.merge(maxConcurrent: 1) }, "---a--a|")
        expectSubscriptions(inner, "-^--!", "----^--!")
    }

    @Test func mergeAcceptsObservableConvertibles() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = Observable.of(subject, subject).merge().record()
        subject.onNext(1)
        subject.onCompleted()
        #expect(recorder.values == [1, 1])
        #expect(recorder.isCompleted)
    }

    @Test func mergeDisposesOtherStreamsOnError() {
        let bad = kit.cold("--#")
        let good = kit.cold("-1-2-3-4|")
        let source = kit.hot("(gb)-----", values: ["g": good.asObservable(), "b": bad.asObservable()])
        expectMarbles(kit.record { source.merge() }, "-1#")
        expectSubscriptions(good, "^-!")
        expectSubscriptions(source, "^-!")
    }

    @Test func mergeDisposesInnersOnSourceError() {
        let inner = kit.cold("-1-2-3-4|")
        let source = kit.hot("x--#", values: ["x": inner.asObservable()])
        expectMarbles(kit.record { source.merge() }, "-1-#")
        expectSubscriptions(inner, "^--!")
    }

    @Test func mergeOfEmptySourceCompletes() {
        expectMarbles(kit.record { kit.hot("--|", values: Streams()).merge() }, "--|")
    }

    // MARK: concat

    @Test func concatEmitsStreamsSequentially() {
        let streams: Streams = ["f": kit.cold("-1--2--|").asObservable(), "s": kit.cold("-8--9--|").asObservable()]
        let source = kit.hot("-f--s--|", values: streams)
        expectMarbles(kit.record { source.concat() }, "--1--2---8--9--|")
    }

    @Test func concatDoesNotSubscribeToTheNextStreamAfterError() {
        let next = kit.cold("-1|")
        let source = kit.hot("(bn)|", values: ["b": kit.cold("--#").asObservable(), "n": next.asObservable()])
        expectMarbles(kit.record { source.concat() }, "--#")
        expectSubscriptions(next)
    }

    // MARK: switchLatest

    @Test func switchLatestEmitsTheLatestStream() {
        let first = kit.cold("-1--2--3--4--|")
        let second = kit.cold("-8--9--|")
        let source = kit.hot("-f-----s----|", values: ["f": first.asObservable(), "s": second.asObservable()])
        expectMarbles(kit.record { source.switchLatest() }, "--1--2--8--9--|")
        expectSubscriptions(first, "-^-----!")
        expectSubscriptions(second, "-------^------!")
    }

    @Test func switchLatestOfSilentSourceEmitsNothing() {
        expectMarbles(kit.record { kit.hot("---", values: Streams()).switchLatest() }, "---")
    }

    @Test func switchLatestOfEmptySourceCompletes() {
        expectMarbles(kit.record { kit.hot("--|", values: Streams()).switchLatest() }, "--|")
    }

    @Test func switchLatestIgnoresErrorsOfThePreviousStream() {
        let first = kit.cold("-----#")
        let second = kit.cold("-8--#")
        let source = kit.hot("-f--s------|", values: ["f": first.asObservable(), "s": second.asObservable()])
        expectMarbles(kit.record { source.switchLatest() }, "-----8--#")
        expectSubscriptions(source, "^-------!")
    }

    @Test func switchLatestFailsWithTheSource() {
        let inner = kit.cold("-1--2--3")
        let source = kit.hot("-f--#", values: ["f": inner.asObservable()])
        expectMarbles(kit.record { source.switchLatest() }, "--1-#")
        expectSubscriptions(inner, "-^--!")
    }

    @Test func disposingSwitchLatestDisposesInnerAndSource() {
        let inner = kit.cold("-1--2--3")
        let source = kit.hot("-f------", values: ["f": inner.asObservable()])
        expectMarbles(kit.record(disposedAt: 4) { source.switchLatest() }, "--1-")
        expectSubscriptions(inner, "-^--!")
        expectSubscriptions(source, "^---!")
    }

    @Test func switchLatestAcceptsReentrantStream() {
        let streams = PublishSubject<Observable<Int>>()
        let first = ManualSource()
        let second = ManualSource()
        let (recorder, _) = streams.switchLatest().record { event in
            if event.element == 1 { streams.onNext(second.observable) }
        }
        streams.onNext(first.observable)
        first.send(1, 2)
        second.send(3)
        #expect(recorder.values == [1, 3])
        #expect(first.disposalCount == 1)
    }

    @Test func switchLatestIsIndependentPerSubscriber() {
        let inner = kit.cold("-1-2|")
        let source = kit.cold("x-|", values: ["x": inner.asObservable()])
        let early = kit.observe { source.switchLatest() }
        let late = kit.observe(subscribedAt: 2) { source.switchLatest() }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(early.recording, "-1-2|")
        expectMarbles(late.recording, "---1-2|")
    }

    @Test func switchLatestReleasesThePreviousStream() {
        let released = SerialState(0)
        let streams = PublishSubject<Observable<Int>>()
        let subscription = streams.switchLatest().subscribe { _ in }
        do {
            let first = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
            streams.onNext(first.observable)
        }
        #expect(released.value == 0)
        streams.onNext(.never())
        #expect(released.value == 1)
        subscription.dispose()
    }

    // MARK: All

    @Test(.tags(.realThreads)) func deliversAllElementsFromTwoThreads() {
        let sources = [ManualSource(), ManualSource()]
        let streams = Observable.from(sources.map(\.observable))
        let (merged, _) = streams.merge().record()
        let (latest, _) = streams.switchLatest().record()
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for number in 0..<2_000 { sources[thread].send(thread * 2_000 + number) }
            sources[thread].send(.completed)
        }
        #expect(merged.values.sorted() == Array(0..<4_000))
        #expect(latest.values == Array(2_000..<4_000))
        for recorder in [merged, latest] {
            #expect(recorder.isCompleted)
        }
    }
}
