import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of `take(_:)`, `take(while:)`, `take(until:)`, and `first(where:)`.
@Suite struct TakeTests {
    let kit = TestKit()

    // MARK: take(_:)

    @Test(
        "take emits the first elements",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("---#", "---#"), ("-1-|", "-1-|"), ("-1-#", "-1-#"),
            ("-1-2-3|", "-1-(2|)"), ("-1-2-#", "-1-(2|)"), ("-(123)|", "-(12|)"),
        ])
    func takeEmitsTheFirstElements(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.take(2) }, result)
    }

    @Test func takeDisposesTheSourceImmediately() {
        let source = kit.hot("-1-2-3-4-|")
        expectMarbles(kit.record { source.take(2) }, "-1-(2|)")
        expectSubscriptions(source, "^--!")
    }

    @Test func takeDisposesTheSourceAfterTheLastElement() {
        let source = ManualSource()
        let disposals = SerialState<[Int]>([])
        let (recorder, _) = source.observable.take(2).record { event in
            if event.element != nil { disposals.value.append(source.disposalCount) }
        }
        source.send(1, 2, 3)
        #expect(recorder.events == [.next(1), .next(2), .completed])
        #expect(disposals.value == [0, 0])
        #expect(source.disposalCount == 1)
    }

    @Test func takeZeroDoesNotSubscribe() {
        let source = kit.hot("-1-|")
        expectMarbles(kit.record { source.take(0) }, "|")
        expectSubscriptions(source)
    }

    @Test func takeFailsWhenSourceFails() {
        let source = kit.hot("-1-#", error: TestError("source"))
        expectMarbles(kit.record { source.take(2) }, "-1-#", error: TestError("source"))
    }

    @Test func disposingTakeDisposesTheSource() {
        let source = kit.hot("-1--2--3|")
        expectMarbles(kit.record(disposedAt: 3) { source.take(2) }, "-1")
        expectSubscriptions(source, "^--!")
    }

    @Test func disposingTakeInOnNextPreventsCompletion() {
        let (recorder, scope) = (Recorder<Int>(), Scope())
        Observable.of(1, 2).take(1).start(
            Observer(scope) { event in
                recorder.receive(event)
                scope.stop()
            })
        #expect(recorder.values == [1])
        #expect(!recorder.isCompleted)
    }

    @Test func takeCountIsPerSubscriber() {
        let stream = kit.hot("-1-2-3-4|").take(2)
        kit.expectEvents("-1-(2|)", late: "---2-(3|)", subscribedAt: 2) { stream }
    }

    @Test func takeCountsReentrantElements() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.take(2).record { event in
            guard event.element == 1 else { return }
            for number in 2...3 { subject.onNext(number) }
        }
        subject.onNext(1)
        #expect(recorder.values == [1, 2])
        #expect(recorder.endCount == 1)
    }

    @Test func takeForwardsPauseToTheSource() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        let produced = SerialState(0)
        let infinite = Observable.unfold(1) { number -> (Int, Int)? in
            produced.value += 1
            return (number, number + 1)
        }
        infinite.take(3).start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element == 1 { scope.pause() }
            })
        #expect(recorder.values == [1])
        #expect(produced.value <= 2)
        scope.open()
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.isCompleted)
    }

    // MARK: take(while:)

    @Test(
        "take(while:) emits elements until one does not match",
        arguments: [
            ("----", "----", "----"), ("---|", "---|", "---|"), ("-1-#", "-1-#", "-1-#"),
            ("-1--2--3--1|", "-1--2--|", "-1--2--(3|)"), ("-3-1|", "-|", "-(3|)"),
        ])
    func takeWhileEmitsMatchingElements(source: String, result: String, inclusiveResult: String) {
        let source = kit.hot(source)
        let exclusive = kit.observe { source.take { $0 < "3" } }
        let inclusive = kit.observe { source.take(while: { $0 < "3" }, inclusive: true) }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(exclusive.recording, result)
        expectMarbles(inclusive.recording, inclusiveResult)
    }

    @Test func takeWhileDisposesTheSourceAtTheFirstMismatch() {
        let source = kit.hot("-1--2--3--1|")
        expectMarbles(kit.record { source.take { $0 < "3" } }, "-1--2--|")
        expectSubscriptions(source, "^------!")
    }

    @Test func takeWhileFailsWithTheThrownErrorAndDisposesTheSource() {
        let source = kit.hot("-1--2--3|")
        let result = kit.record {
            source.take { value in
                if value == "2" { throw TestError("predicate") }
                return true
            }
        }
        expectMarbles(result, "-1--#", error: TestError("predicate"))
        expectSubscriptions(source, "^---!")
    }

    // MARK: take(until:)

    @Test(
        "take(until:) completes on the first element of the other source, and fails with the first error",
        arguments: [
            ("-1--2--3|", "-----x---|", "-1--2|", "^----!", "^----!"),
            ("-1--2--3|", "--|", "-1--2--3|", nil, "^-!"),  // completion of the other source is ignored
            ("-1-#", "------x|", "-1-#", nil, "^--!"), ("-1----2|", "---#", "-1-#", "^--!", nil),
        ] as [(String, String, String, String?, String?)])
    func takeUntilEndsWithTheOtherSource(
        source: String, other: String, result: String, sourceSubscription: String?, otherSubscription: String?
    ) {
        let source = kit.hot(source)
        let other = kit.hot(other)
        expectMarbles(kit.record { source.take(until: other.asObservable()) }, result)
        if let sourceSubscription { expectSubscriptions(source, sourceSubscription) }
        if let otherSubscription { expectSubscriptions(other, otherSubscription) }
    }

    @Test func takeUntilDoesNotSubscribeToTheSourceIfOtherHasEmitted() {
        let source = kit.hot("-1-|")
        expectMarbles(kit.record { source.take(until: .just(0)) }, "|")
        expectSubscriptions(source)
    }

    // MARK: first(where:)

    @Test(
        "first(where:) emits the first match",
        arguments: [("---|", "---|"), ("-1-2|", "----|"), ("-1-#", "---#"), ("-1--3--4|", "----(3|)")])
    func firstEmitsTheFirstMatch(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.first { $0 > "2" } }, result)
    }

    // MARK: Concurrent disposal

    /// While another thread stops the scopes of a subscription, the scope of the source is stopped last.
    @Test func forwardsNoEventAfterEndOfSubscription() {
        func events(_ operation: (Observable<Int>) -> Observable<Int>) -> [String] {
            let scope = Scope("subscribe", CallSite(#fileID, #line))
            let source = Observable<Int> { observer in
                observer.send(.next(1))
                scope.stop()
                observer.send(.next(2))
                observer.send(.next(3))
                observer.send(.completed)
            }
            let events = Log<String>()
            operation(source).start(Observer(scope) { events.append("\($0)") })
            return events.entries
        }
        let first = ["\(Event.next(1))"]
        let operations: [(Observable<Int>) -> Observable<Int>] = [
            { $0.take(while: { $0 != 2 }) }, { $0.take(while: { $0 < 4 }) }, { $0.take(2) }, { $0.take(4) },
        ]
        #expect(operations.map { events($0) } == Array(repeating: first, count: 4))
    }
}
