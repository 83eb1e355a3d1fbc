import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct TakeForTests {
    let kit = TestKit()

    private func stream(_ source: some ObservableConvertible<String>, ticks: Int = 5) -> Observable<String> {
        source.take(for: .seconds(ticks), scheduler: kit.scheduler)
    }

    @Test(
        "completes after five ticks, or earlier with the source",
        arguments: [
            ("-----------", "-----|"), ("---|", "---|"), ("-1--2--3--|", "-1--2|"), ("-1#", "-1#"),
            ("-1----#", "-1---|"),
        ])
    func completesAfterTheDuration(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { stream(source) }, result)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func disposesTheSourceAfterTheDuration() {
        let source = kit.hot("-1--2--3--|")
        _ = kit.record { stream(source) }
        expectSubscriptions(source, "^----!")
    }

    @Test func durationStartsAtTheSubscription() {
        let source = kit.hot("-1--2--3--4--|")
        expectMarbles(kit.record(subscribedAt: 3) { stream(source) }, "----2--3|")
        expectSubscriptions(source, "---^----!")
    }

    @Test func earlierCompletionCancelsTheTimer() {
        _ = kit.record { stream(kit.hot("-1|")) }
        #expect(kit.scheduler.time == 2)
    }

    @Test func disposalDisposesTheSourceAndCancelsTheTimer() {
        let source = kit.hot("-1--2--3|")
        expectMarbles(kit.record(disposedAt: 2) { stream(source, ticks: 100) }, "-1")
        expectSubscriptions(source, "^-!")
        #expect(kit.scheduler.pendingCount == 0)
        #expect(kit.scheduler.time == 8)
    }

    @Test func zeroDurationCompletesWithoutElements() {
        expectMarbles(kit.record { stream(kit.cold("-1|"), ticks: 0) }, "|")
        let source = kit.cold("1|")
        let immediate = source.take(for: .zero, scheduler: ImmediateScheduler.shared)
        expectMarbles(kit.record { immediate }, "|")
        expectSubscriptions(source)
    }

    @Test func reentrantElementIsDeliveredInOrder() {
        let subject = PublishSubject<String>()
        let (recorder, subscription) = stream(subject).record { if $0.element == "1" { subject.onNext("2") } }
        subject.onNext("1")
        kit.scheduler.advance(toTick: 5)
        subject.onNext("3")
        #expect(recorder.values == ["1", "2"])
        #expect(recorder.isCompleted)
        subscription.dispose()
    }
}
