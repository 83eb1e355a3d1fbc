import RillSwiftTesting
import RillTesting
import Testing

@testable import Rill

@Suite struct IfEmptyTests {
    let kit = TestKit()

    @Test(
        "puts a value in the place of none",
        arguments: [("----", "----"), ("---|", "---(9|)"), ("-1-2|", "-1-2|"), ("-1#", "-1#"), ("--#", "--#")])
    func defaultValue(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.ifEmpty(default: "9") }, result)
    }

    @Test(
        "goes on with another source in the place of none",
        arguments: [("----", "----"), ("---|", "----8--9|"), ("-1-2|", "-1-2|"), ("-1#", "-1#"), ("--#", "--#")])
    func switchTo(source: String, result: String) {
        let source = kit.hot(source)
        let other = kit.cold("-8--9|")
        expectMarbles(kit.record { source.ifEmpty(switchTo: other.asObservable()) }, result)
    }

    @Test func theEmptySourceIsLeftBeforeTheOtherIsSubscribedTo() {
        let log = Log()
        let source = kit.cold("---|")
        let other = kit.cold("-8|")
        let stream = source.asObservable().do(onDispose: { log.add("left") })
            .ifEmpty(switchTo: other.asObservable().do(onSubscribe: { log.add("other") }))
        expectMarbles(kit.record { stream }, "----8|")
        expectSubscriptions(source, "^--!")
        expectSubscriptions(other, "---^-!")
        #expect(log.lines == ["left", "other"])
    }

    @Test func theOtherIsNotSubscribedToWithoutNeed() {
        let other = kit.cold("-8|")
        _ = kit.record { kit.cold("-1|").ifEmpty(switchTo: other.asObservable()) }
        _ = kit.record { kit.cold("-#").ifEmpty(switchTo: other.asObservable()) }
        expectSubscriptions(other)
    }

    @Test func theOtherMayBeEmptyOrFail() {
        expectMarbles(kit.record { kit.cold("-|").ifEmpty(switchTo: .empty()) }, "-|")
        let failed = kit.record { kit.cold("-|").ifEmpty(switchTo: .error(TestError())) }
        #expect(failed.error as? TestError == TestError())
        #expect(failed.events.count == 1)
    }

    @Test func disposedEarlyItLeavesWhicheverSourceRuns() {
        let source = kit.cold("--|")
        let other = kit.cold("-8-9|")
        expectMarbles(kit.record(disposedAt: 4) { source.ifEmpty(switchTo: other.asObservable()) }, "---8")
        expectSubscriptions(source, "^-!")
        expectSubscriptions(other, "--^-!")
    }

    @Test func disposedByTheDefaultItDoesNotComplete() {
        let (recorder, scope) = (Recorder<Int>(), Scope())
        Observable.empty().ifEmpty(default: 9).start(
            Observer(scope) { event in
                recorder.take(event)
                scope.stop()
            })
        #expect(recorder.values == [9])
        #expect(!recorder.isCompleted)
    }

    @Test func eachSubscriberIsLookedAtForItself() {
        let source = kit.hot("-1-|")
        let early = kit.observe { source.ifEmpty(default: "9") }
        let late = kit.observe(subscribedAt: 2) { source.ifEmpty(default: "9") }
        kit.scheduler.advance(toTick: 9)
        expectMarbles(early.recording, "-1-|")
        expectMarbles(late.recording, "---(9|)")
    }

    @Test func anEventSentFromInsideAnotherComesAfterIt() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.ifEmpty(default: 9).record { event in
            guard event.element == 1 else { return }
            subject.onNext(2)
            subject.onCompleted()
        }
        subject.onNext(1)
        #expect(recorder.values == [1, 2])
        #expect(recorder.isCompleted)
    }

    @Test func pausingReachesTheSourceAndTheOther() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        Observable.empty().ifEmpty(switchTo: .from(1...3)).start(
            Observer(scope) { event in
                recorder.take(event)
                if event.element == 1 { scope.pause() }
            })
        #expect(recorder.values == [1])
        scope.open()
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.isCompleted)
    }

    @Test func askingAgainUntilThereIsAValueDoesNotNest() async {
        @Sendable func poll(_ left: Int) -> Observable<Int> {
            left == 0 ? .just(1) : Observable.empty().ifEmpty(switchTo: .deferred { poll(left - 1) })
        }
        await onSmallStack {
            let (recorder, _) = poll(100_000).record()
            #expect(recorder.values == [1])
            #expect(recorder.isCompleted)
        }
    }
}
