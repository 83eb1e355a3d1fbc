import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct FlatMapLatestTests {
    let kit = TestKit()

    @Test func disposesThePreviousInner() {
        let source = kit.hot("-1----2------|")
        let inner = kit.cold("-a-b-c-|")
        expectMarbles(kit.record { source.flatMapLatest { _ in inner.asObservable() } }, "--a-b--a-b-c-|")
        expectSubscriptions(inner, "-^----!", "------^------!")
    }

    @Test func passesEachElementToTheClosure() {
        let source = kit.hot("-1--2--|")
        let inner = kit.cold("x-x|")
        let result = kit.record { source.flatMapLatest { value in inner.map { _ in value } } }
        expectMarbles(result, "-1-12-2|")
    }

    @Test func completesAfterSourceAndLatestInner() {
        let inner = kit.cold("-a-b|")
        let early = kit.hot("-1|")
        expectMarbles(kit.record { early.flatMapLatest { _ in inner.asObservable() } }, "--a-b|")
        expectSubscriptions(early, "^-!")
    }

    @Test func completesWithTheSourceIfNoInnerIsActive() {
        let source = kit.hot("-1------|")
        let inner = kit.cold("-a-b|")
        expectMarbles(kit.record { source.flatMapLatest { _ in inner.asObservable() } }, "--a-b---|")
        expectSubscriptions(inner, "-^---!")
    }

    @Test func silentAndEmptySourcesAreForwarded() {
        let inner = kit.cold("a|")
        expectMarbles(kit.record { kit.hot("----").flatMapLatest { _ in inner.asObservable() } }, "----")
        expectMarbles(kit.record { kit.cold("--|").flatMapLatest { _ in inner.asObservable() } }, "--|")
        expectSubscriptions(inner)
    }

    @Test func sourceErrorDisposesTheInner() {
        let source = kit.hot("-1-#", error: TestError("source"))
        let inner = kit.cold("-a-b-c|")
        let result = kit.record { source.flatMapLatest { _ in inner.asObservable() } }
        expectMarbles(result, "--a#", error: TestError("source"))
        expectSubscriptions(inner, "-^-!")
    }

    @Test func innerErrorDisposesTheSource() {
        let source = kit.hot("-1-----2-|")
        let inner = kit.cold("-a#", error: TestError("inner"))
        let result = kit.record { source.flatMapLatest { _ in inner.asObservable() } }
        expectMarbles(result, "--a#", error: TestError("inner"))
        expectSubscriptions(source, "^--!")
    }

    @Test func ignoresErrorOfThePreviousInner() {
        let source = kit.hot("-1-2-----|")
        let inners = ["1": kit.cold("-a-#"), "2": kit.cold("--b|")]
        let result = kit.record { source.flatMapLatest { inners[$0]?.asObservable() ?? .never() } }
        expectMarbles(result, "--a--b---|")
    }

    @Test func thrownErrorFailsAndDisposesSourceAndInner() {
        let source = kit.hot("-1--2--3|")
        let inner = kit.cold("-a--b|")
        let result = kit.record {
            source.flatMapLatest { value in
                if value == "2" { throw TestError("closure") }
                return inner.asObservable()
            }
        }
        expectMarbles(result, "--a-#", error: TestError("closure"))
        expectSubscriptions(source, "^---!")
        expectSubscriptions(inner, "-^--!")
    }

    @Test func disposalDisposesSourceAndInner() {
        let source = kit.hot("-1-2-3-|")
        let inner = kit.cold("-a-b-c|")
        expectMarbles(kit.record(disposedAt: 3) { source.flatMapLatest { _ in inner.asObservable() } }, "--a")
        expectSubscriptions(source, "^--!")
        expectSubscriptions(inner, "-^-!")
    }

    @Test func latestInnerIsPerSubscriber() {
        let source = kit.cold("x--|")
        let inner = kit.cold("-1-2|")
        let stream = source.flatMapLatest { _ in inner.asObservable() }
        let early = kit.observe { stream }
        let late = kit.observe(subscribedAt: 2) { stream }
        kit.scheduler.advance(toTick: 20)
        expectMarbles(early.recording, "-1-2|")
        expectMarbles(late.recording, "---1-2|")
    }

    @Test func reentrantElementSwitchesToTheNextInner() {
        let source = PublishSubject<Int>()
        let inners = [ManualSource(), ManualSource()]
        let (recorder, _) = source.flatMapLatest { inners[$0].observable }.record { event in
            if event.element == 10 { source.onNext(1) }
        }
        source.onNext(0)
        inners[0].send(10, 11)
        inners[1].send(20)
        #expect(recorder.values == [10, 20])
        #expect(inners.map(\.disposalCount) == [1, 0])
    }

    @Test func pauseIsForwardedToTheInner() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        let produced = SerialState(0)
        let numbers = Observable.unfold(0) { number -> (Int, Int)? in
            produced.value += 1
            return number < 1_000 ? (number, number + 1) : nil
        }
        Observable.just(0).flatMapLatest { _ in numbers }.start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element == 0 { scope.pause() }
            })
        #expect(recorder.values == [0])
        #expect(produced.value < 100)
        scope.open()
        #expect(recorder.values == Array(0..<1_000))
        #expect(recorder.isCompleted)
    }
}
