import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct IfEmptyTests {
    let kit = TestKit()

    @Test(
        "emits the default element if the source is empty",
        arguments: [("----", "----"), ("---|", "---(9|)"), ("-1-2|", "-1-2|"), ("-1#", "-1#"), ("--#", "--#")])
    func emitsTheDefaultForEmptySource(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.ifEmpty(default: "9") }, result)
    }

    @Test(
        "switches to another source if the source is empty",
        arguments: [("----", "----"), ("---|", "----8--9|"), ("-1-2|", "-1-2|"), ("-1#", "-1#"), ("--#", "--#")])
    func switchesToTheOtherSourceIfEmpty(source: String, result: String) {
        let source = kit.hot(source)
        let other = kit.cold("-8--9|")
        expectMarbles(kit.record { source.ifEmpty(switchTo: other.asObservable()) }, result)
    }

    @Test func disposesTheEmptySourceBeforeSubscribingToTheOther() {
        let log = Log<String>()
        let source = kit.cold("---|")
        let other = kit.cold("-8|")
        let stream = source.asObservable().do(onDispose: { log.append("disposed") })
            .ifEmpty(switchTo: other.asObservable().do(onSubscribe: { log.append("other") }))
        expectMarbles(kit.record { stream }, "----8|")
        expectSubscriptions(source, "^--!")
        expectSubscriptions(other, "---^-!")
        #expect(log.entries == ["disposed", "other"])
    }

    @Test func doesNotSubscribeToTheOtherSourceUnlessEmpty() {
        let other = kit.cold("-8|")
        _ = kit.record { kit.cold("-1|").ifEmpty(switchTo: other.asObservable()) }
        _ = kit.record { kit.cold("-#").ifEmpty(switchTo: other.asObservable()) }
        expectSubscriptions(other)
    }

    @Test func forwardsCompletionAndErrorOfTheOtherSource() {
        expectMarbles(kit.record { kit.cold("-|").ifEmpty(switchTo: .empty()) }, "-|")
        let failed = kit.record { kit.cold("-|").ifEmpty(switchTo: .error(TestError())) }
        #expect(failed.error as? TestError == TestError())
        #expect(failed.events.count == 1)
    }

    @Test func disposalDisposesTheActiveSource() {
        let source = kit.cold("--|")
        let other = kit.cold("-8-9|")
        expectMarbles(kit.record(disposedAt: 4) { source.ifEmpty(switchTo: other.asObservable()) }, "---8")
        expectSubscriptions(source, "^-!")
        expectSubscriptions(other, "--^-!")
    }

    @Test func disposalInOnNextPreventsCompletion() {
        let (recorder, scope) = (Recorder<Int>(), Scope())
        Observable.empty().ifEmpty(default: 9).start(
            Observer(scope) { event in
                recorder.receive(event)
                scope.stop()
            })
        #expect(recorder.values == [9])
        #expect(!recorder.isCompleted)
    }

    @Test func emptinessIsPerSubscriber() {
        let source = kit.hot("-1-|")
        kit.expectEvents("-1-|", late: "---(9|)", subscribedAt: 2) { source.ifEmpty(default: "9") }
    }

    @Test func reentrantEventsAreDeliveredInOrder() {
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

    @Test func pauseIsForwardedToTheOtherSource() {
        let scope = Scope()
        let recorder = Recorder<Int>()
        Observable.empty().ifEmpty(switchTo: .from(1...3)).start(
            Observer(scope) { event in
                recorder.receive(event)
                if event.element == 1 { scope.pause() }
            })
        #expect(recorder.values == [1])
        scope.open()
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.isCompleted)
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func recursionThroughIfEmptyDoesNotNest() async {
        @Sendable func poll(_ remaining: Int) -> Observable<Int> {
            remaining == 0 ? .just(1) : Observable.empty().ifEmpty(switchTo: .deferred { poll(remaining - 1) })
        }
        await onSmallStack {
            let (recorder, _) = poll(35_000).record()
            #expect(recorder.values == [1])
            #expect(recorder.isCompleted)
        }
    }
}
