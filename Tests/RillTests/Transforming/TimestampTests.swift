import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests of `timestamp` and `measureInterval`.
@Suite struct TimestampTests {
    let kit = TestKit(tick: .milliseconds(500))

    private func stamped(_ source: some ObservableConvertible<String>) -> Observable<String> {
        source.timestamp(scheduler: kit.scheduler).map { "\($0.value) \($0.time)" }
    }

    private func measured(_ source: some ObservableConvertible<String>) -> Observable<String> {
        source.measureInterval(scheduler: kit.scheduler).map { "\($0.value) \($0.interval)" }
    }

    @Test(
        "timestamp adds the time of each element, and forwards the terminal event",
        arguments: [("----", "----"), ("---|", "---|"), ("-1--(23)|", "-a--(bc)|"), ("-1#", "-a#")])
    func timestampAddsTheTime(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(
            kit.record { stamped(source) }, result,
            values: ["a": "1 0.5 seconds", "b": "2 2.0 seconds", "c": "3 2.0 seconds"])
    }

    @Test(
        "measureInterval adds the time since the previous element, and forwards the terminal event",
        arguments: [("----", "----"), ("---|", "---|"), ("-1--(23)|", "-a--(bc)|"), ("-1#", "-a#")])
    func measureIntervalAddsTheElapsedTime(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(
            kit.record { measured(source) }, result,
            values: ["a": "1 0.5 seconds", "b": "2 1.5 seconds", "c": "3 0.0 seconds"])
    }

    @Test func firstIntervalStartsAtTheSubscription() {
        let source = kit.hot("-1---2|")
        let late = kit.record(subscribedAt: 3) { measured(source) }
        #expect(late.values == ["2 1.0 seconds"])
    }

    @Test func timestampIsIndependentOfTheSubscription() {
        let source = kit.hot("-1---2|")
        #expect(kit.record(subscribedAt: 3) { stamped(source) }.values == ["2 2.5 seconds"])
    }

    @Test func intervalsArePerSubscriber() {
        let source = kit.hot("-1-2-3|")
        let early = kit.observe { measured(source) }
        let late = kit.observe(subscribedAt: 2) { measured(source) }
        kit.scheduler.advance(toTick: 9)
        #expect(early.recording.values == ["1 0.5 seconds", "2 1.0 seconds", "3 1.0 seconds"])
        #expect(late.recording.values == ["2 0.5 seconds", "3 1.0 seconds"])
    }

    @Test func reentrantElementIsDeliveredInOrder() {
        let subject = PublishSubject<String>()
        let (recorder, _) = measured(stamped(subject)).record { if $0.element?.first == "1" { subject.onNext("2") } }
        subject.onNext("1")
        #expect(recorder.values.map(\.first) == ["1", "2"])
    }

    @Test func schedulesNoTimer() {
        _ = measured(stamped(kit.hot("-1-"))).subscribe { _ in }
        kit.scheduler.advance(toTick: 2)
        #expect(kit.scheduler.pendingCount == 0)
    }
}
