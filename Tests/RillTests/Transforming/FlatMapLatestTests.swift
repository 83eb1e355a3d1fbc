import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct FlatMapLatestTests {
    let kit = TestKit()

    @Test(arguments: [
        MarblePair(
            "disposes the previous inner", "-1----2------|", "-a-b-c-|", "--a-b--a-b-c-|",
            (nil, ["-^----!", "------^------!"])),
        MarblePair("completes after source and latest inner", "-1|", "-a-b|", "--a-b|", (["^-!"], nil)),
        MarblePair(
            "completes with the source if no inner is active", "-1------|", "-a-b|", "--a-b---|", (nil, ["-^---!"])),
        MarblePair(
            "source error disposes the inner", "-1-#", "-a-b-c|", "--a#", (nil, ["-^-!"]), error: TestError("source")),
        MarblePair(
            "inner error disposes the source", "-1-----2-|", "-a#", "--a#", (["^--!"], nil), error: TestError("inner")),
        MarblePair("disposal", "-1-2-3-|", "-a-b-c|", "--a", (["^--!"], ["-^-!"]), disposedAt: 3),
    ])
    func switchesToTheLatestInner(row: MarblePair) {
        row.check(secondIsCold: true) { source, inner in source.flatMapLatest { _ in inner.asObservable() } }
    }

    @Test func passesEachElementToTheClosure() {
        let source = kit.hot("-1--2--|")
        let inner = kit.cold("x-x|")
        let result = kit.record { source.flatMapLatest { value in inner.map { _ in value } } }
        expectMarbles(result, "-1-12-2|")
    }

    @Test func silentAndEmptySourcesAreForwarded() {
        let inner = kit.cold("a|")
        expectMarbles(kit.record { kit.hot("----").flatMapLatest { _ in inner.asObservable() } }, "----")
        expectMarbles(kit.record { kit.cold("--|").flatMapLatest { _ in inner.asObservable() } }, "--|")
        expectSubscriptions(inner)
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

    @Test func latestInnerIsPerSubscriber() {
        let inner = kit.cold("-1-2|")
        let stream = kit.cold("x--|").flatMapLatest { _ in inner.asObservable() }
        kit.expectEvents("-1-2|", late: "---1-2|", subscribedAt: 2) { stream }
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
        let produced = SerialState(0)
        let numbers = Observable.unfold(0) { number -> (Int, Int)? in
            produced.value += 1
            return number < 1_000 ? (number, number + 1) : nil
        }
        let (recorder, scope) = Observable.just(0).flatMapLatest { _ in numbers }.startRecording { event, scope in
            if event.element == 0 { scope.pause() }
        }
        #expect(recorder.values == [0])
        #expect(produced.value < 100)
        scope.open()
        #expect(recorder.events == .completed(Array(0..<1_000)))
    }
}
