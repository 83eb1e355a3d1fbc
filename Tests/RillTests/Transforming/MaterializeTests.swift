import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct MaterializeTests {
    let kit = TestKit()
    let texts: [Character: String] = ["a": "next(1)", "b": "next(2)", "e": "error(TestError)", "c": "completed"]
    let events: [Character: Event<String>] = [
        "a": .next("1"), "b": .next("2"), "e": .error(TestError()), "c": .completed,
    ]

    @Test(
        "emits events as elements, including the terminal event",
        arguments: [("----", "----"), ("---|", "---(c|)"), ("-1-2|", "-a-b(c|)"), ("-1#", "-a(e|)"), ("#", "(e|)")])
    func materializeEmitsEventsAsElements(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.materialize().map { "\($0)" } }, result, values: texts)
    }

    @Test(
        "converts elements to events",
        arguments: [
            ("----", "----"), ("---|", "---|"), ("-a-b|", "-1-2|"), ("-a-c-b|", "-1-|"), ("-a-e-b|", "-1-#"),
            ("-a#", "-1#"),
        ])
    func dematerializeConvertsElementsToEvents(source: String, result: String) {
        let source = kit.hot(source, values: events)
        expectMarbles(kit.record { source.dematerialize() }, result)
    }

    @Test func dematerializedCompletionDisposesTheSourceAfterward() {
        let source = kit.hot("-a-c-b|", values: events)
        let ended = SerialState(false)
        let stream = source.dematerialize().do(onCompleted: {
            #expect(source.subscriptions == [SubscriptionSpan(0)])
            ended.value = true
        })
        expectMarbles(kit.record { stream }, "-1-|")
        #expect(ended.value)
        expectSubscriptions(source, "^--!")
    }

    @Test func eventsArePerSubscriber() {
        let source = kit.cold("-1#")
        let stream = source.materialize().map { "\($0)" }
        expectMarbles(kit.record { stream }, "-a(e|)", values: texts)
        let late = kit.observe { stream }
        kit.scheduler.advance(by: .seconds(9))
        #expect(late.recording.values == ["next(1)", "error(TestError)"])
        #expect(late.recording.isCompleted)
    }

    @Test func disposalInOnNextPreventsCompletion() {
        let (recorder, _) = Observable<Int>.empty().materialize().startRecording { _, scope in scope.stop() }
        #expect(recorder.events.map { "\($0)" } == ["next(completed)"])
    }

    @Test func reentrantEventsAreDeliveredInOrder() {
        let subject = PublishSubject<Event<Int>>()
        let (recorder, _) = subject.dematerialize().record { event in
            guard event.element == 1 else { return }
            subject.onNext(.next(2))
            subject.onNext(.error(TestError()))
            subject.onNext(.next(3))
        }
        subject.onNext(.next(1))
        #expect(recorder.events == .failed([1, 2]))
    }

    @Test func dematerializePreservesTheErrorTrace() {
        let stream = Observable<Int>.error(TestError()).materialize().filter { $0.isTerminal }.dematerialize()
        #expect(stream.errorTraces == ["error > materialize > dematerialize"])
    }
}
