import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct SingleTests {
    let kit = TestKit()

    @Test(
        "emits the only element on completion, or fails for none or several",
        arguments: [
            ("----", "----"), ("-1--", "----"), ("-1--|", "----(1|)"), ("---|", "---#"), ("-1--2--|", "----#"),
        ])
    func emitsTheOnlyElementOrFails(source: String, result: String) {
        let source = kit.hot(source)
        let stream = source.single().mapError { _ in TestError() }
        expectMarbles(kit.record { stream }, result)
    }

    @Test func errorDistinguishesNoElementsFromSeveral() {
        let none = kit.record { kit.cold("-|").single() }
        #expect((none.error as? StreamError)?.code == .noElements)
        let more = kit.record { kit.cold("-12|").single() }
        #expect((more.error as? StreamError)?.code == .moreThanOneElement)
        #expect(more.error.map { "\($0)" } == "the stream emitted more than one element")
    }

    @Test func secondElementDisposesTheSourceImmediately() {
        let source = kit.hot("-1--2--3|")
        _ = kit.record { source.single() }
        expectSubscriptions(source, "^---!")
    }

    @Test func sourceErrorDropsTheElement() {
        expectMarbles(kit.record { kit.hot("-1-#").single() }, "---#")
    }

    @Test(
        "with a predicate, only matching elements count",
        arguments: [
            ("-1--2--3--|", "----------(2|)"), ("-1--3--|", "-------#"), ("-2--4--|", "----#"), ("---|", "---#"),
        ])
    func predicateSelectsElements(source: String, result: String) {
        let source = kit.hot(source)
        let stream = source.single { "02468".contains($0) }.mapError { _ in TestError() }
        expectMarbles(kit.record { stream }, result)
    }

    @Test func thrownErrorFailsAndDisposesTheSource() {
        let source = kit.hot("-1--2|")
        expectMarbles(kit.record { source.single { _ in throw TestError("test") } }, "-#", error: TestError("test"))
        expectSubscriptions(source, "^!")
    }

    @Test func firstValueReceivesErrorForSeveralElements() async throws {
        #expect(try await Observable.just(1).single().firstValue() == 1)
        let error = await #expect(throws: StreamError.self) { try await Observable.of(1, 2).single().firstValue() }
        #expect(error?.code == .moreThanOneElement)
    }

    @Test func nilCountsAsAnElement() {
        let (one, _) = Observable<Int?>.just(nil).single().record()
        #expect(one.values == [nil])
        #expect(one.isCompleted)
        let (two, _) = Observable<Int?>.of(nil, nil).single().record()
        #expect((two.error as? StreamError)?.code == .moreThanOneElement)
    }

    @Test func disposalInOnNextPreventsCompletion() {
        let (recorder, scope) = (Recorder<Int>(), Scope())
        Observable.just(1).single().start(
            Observer(scope) { event in
                recorder.receive(event)
                scope.stop()
            })
        #expect(recorder.values == [1])
        #expect(!recorder.isCompleted)
    }

    @Test func countIsPerSubscriber() {
        let source = kit.hot("-1-2-|")
        kit.expectEvents("---#", late: "-----(2|)", subscribedAt: 2) { source.single().mapError { _ in TestError() } }
    }
}
