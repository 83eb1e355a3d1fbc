import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct DelaySubscriptionTests {
    let kit = TestKit()

    private func stream(_ source: some ObservableConvertible<String>, ticks: Int = 3) -> Observable<String> {
        source.delaySubscription(.seconds(ticks), scheduler: kit.scheduler)
    }

    @Test(
        "subscribes to the source three ticks later",
        arguments: [("----", "----"), ("---|", "------|"), ("-1--2|", "----1--2|"), ("-1#", "----1#"), ("#", "---#")])
    func delaysTheSubscription(source: String, result: String) {
        let source = kit.cold(source)
        expectMarbles(kit.record { stream(source) }, result)
        #expect(source.subscriptions.map(\.subscribed) == [3])
    }

    @Test func missesElementsBeforeTheSubscription() {
        let source = kit.hot("-1--2--3|")
        expectMarbles(kit.record { stream(source) }, "----2--3|")
        expectSubscriptions(source, "---^----!")
    }

    @Test func delayStartsAtTheSubscription() {
        let source = kit.cold("-1|")
        expectMarbles(kit.record(subscribedAt: 2) { stream(source) }, "------1|")
    }

    @Test func disposalDuringTheDelayPreventsTheSubscription() {
        let source = kit.cold("-1|")
        expectMarbles(kit.record(disposedAt: 2) { stream(source) }, "--")
        expectSubscriptions(source)
        #expect(kit.scheduler.pendingCount == 0)
        #expect(kit.scheduler.time == 2)
    }

    @Test func disposalDisposesTheSource() {
        let source = kit.cold("-1--2|")
        expectMarbles(kit.record(disposedAt: 5) { stream(source) }, "----1")
        expectSubscriptions(source, "---^-!")
    }

    @Test func delayIsPerSubscriber() {
        let source = kit.cold("-1|")
        let delayed = stream(source)
        kit.expectEvents("----1|", late: "------1|", subscribedAt: 2) { delayed }
        expectSubscriptions(source, "---^-!", "-----^-!")
    }

    @Test func zeroDelaySubscribesOnTheScheduler() {
        let source = kit.cold("-1|")
        let observer = kit.observe { stream(source, ticks: 0) }
        expectSubscriptions(source)
        kit.scheduler.advance(toTick: 2)
        expectSubscriptions(source, "^-!")
        expectMarbles(observer.recording, "-1|")
    }

    @Test func reentrantElementIsDeliveredInOrder() {
        let subject = PublishSubject<String>()
        let (recorder, subscription) = stream(subject).record { if $0.element == "1" { subject.onNext("2") } }
        subject.onNext("0")
        kit.scheduler.advance(toTick: 3)
        subject.onNext("1")
        #expect(recorder.values == ["1", "2"])
        subscription.dispose()
    }

    @Test func errorTraceContainsDelaySubscription() {
        let stream = Observable<Int>.error(TestError())
            .delaySubscription(.seconds(1), scheduler: ImmediateScheduler.shared)
        #expect(stream.errorTraces == ["error > delaySubscription"])
    }
}
