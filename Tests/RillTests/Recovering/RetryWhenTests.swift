import Dispatch
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct RetryWhenTests {
    let kit = TestKit()

    @Test func eachTriggerElementResubscribes() {
        let source = kit.cold("-1#")
        let trigger: @Sendable (Observable<any Error>) -> Observable<any Error> = {
            $0.delay(.seconds(2), scheduler: kit.scheduler)
        }
        expectMarbles(kit.record(disposedAt: 9) { source.retry(when: trigger) }, "-1---1---")
        expectSubscriptions(source, "^-!", "----^-!", "--------^!")
    }

    @Test func completesOnFailureAfterTriggerCompletion() {
        let source = kit.cold("-1#")
        expectMarbles(kit.record { source.retry { $0.take(2) } }, "-1-1-1|")
        expectSubscriptions(source, "^-!", "--^-!", "----^-!")
    }

    @Test func triggerErrorFailsTheResult() {
        let source = kit.cold("-1#")
        let result = kit.record {
            source.retry { $0.flatMap { _ in Observable<Int>.error(TestError("trigger")) } }
        }
        expectMarbles(result, "-1#", error: TestError("trigger"))
    }

    /// The source, the trigger, the tick of the disposal, the result, and the subscriptions of both.
    @Test(
        arguments: [
            ("-1#", "-----|", nil, "-1---|", nil, "^----!"),  // completion of the trigger while waiting
            ("---1#", "xx-x----x---", 12, "---1-------1", ["^---!", "--------^---!"], nil),  // elements in an attempt
            ("-1-|", "------", nil, "-1-|", nil, "^--!"),  // completion of the source
            ("--1--2", "------", 4, "--1-", ["^---!"], "^---!"),  // disposal during an attempt
            ("-#", "-----x", 3, "---", ["^!"], "^--!"),  // disposal while waiting
        ] as [(String, String, Int?, String, [String]?, String?)])
    func waitsForTheTriggerUntilTheEnd(
        source: String, trigger: String, end: Int?, result: String, sourceSubscriptions: [String]?,
        triggerSubscription: String?
    ) {
        let source = kit.cold(source)
        let trigger = kit.hot(trigger)
        expectMarbles(kit.record(disposedAt: end) { source.retry { _ in trigger.asObservable() } }, result)
        if let sourceSubscriptions { #expect(source.subscriptionDifference(from: sourceSubscriptions) == nil) }
        if let triggerSubscription { expectSubscriptions(trigger, triggerSubscription) }
    }

    @Test func triggerTerminationDuringAnAttemptAppliesToTheNextFailure() {
        for (end, result) in [("--|", "---1|"), ("--#", "---1#")] {
            let kit = TestKit()
            let source = kit.cold("---1#", error: TestError("source"))
            let trigger = kit.hot(end, error: TestError())
            expectMarbles(kit.record { source.retry { _ in trigger.asObservable() } }, result)
            expectSubscriptions(trigger, "^-!")
        }
    }

    @Test func silentAndEmptySourcesAreForwarded() {
        expectMarbles(kit.record { kit.hot("---").retry { $0 } }, "---")
        expectMarbles(kit.record { kit.cold("--|").retry { $0 } }, "--|")
    }

    @Test func throwingClosureFailsBeforeSubscribing() {
        let source = kit.cold("-1#")
        expectMarbles(kit.record { source.retry { _ -> Observable<Int> in throw TestError() } }, "#")
        expectSubscriptions(source)
    }

    @Test func triggerReceivesErrorsSeriallyInOrder() {
        let attempts = SerialState(0)
        let source = Observable<Int>.deferred {
            attempts.value += 1
            return .error(TestError("\(attempts.value)"))
        }
        let errors = Log<any Error>()
        let overlap = OverlapDetector()
        let (recorder, _) = source.retry { failures in
            failures.do(onNext: { error in
                overlap.deliver {
                    errors.append(error)
                } onOverlap: {
                    Issue.record("\(error) arrived during another")
                }
            }).take(3)
        }.record()
        #expect(recorder.isCompleted)
        #expect(errors.entries.compactMap { $0 as? TestError } == ["1", "2", "3"].map { TestError($0) })
        #expect(attempts.value == 4)
    }

    @Test func eachSubscriberHasItsOwnTrigger() {
        let source = kit.cold("-1#")
        let calls = SerialState(0)
        let stream = source.retry { failures in
            calls.value += 1
            return failures.take(1)
        }
        kit.expectEvents("-1-1|", late: "----1-1|", subscribedAt: 3) { stream }
        #expect(calls.value == 2)
    }

    @Test func errorsCanBeSubscribedToMoreThanOnce() {
        let source = kit.cold("-1#")
        let result = kit.record {
            source.retry { failures in
                Observable.merge(
                    failures.delay(.seconds(1), scheduler: kit.scheduler).map { _ in 0 },
                    failures.skip(1).flatMap { _ in .error(TestError("second")) })
            }
        }
        expectMarbles(result, "-1--1#", error: TestError("second"))
    }

    @Test func pausableTriggerIsPausedDuringAnAttempt() {
        let produced = SerialState(0)
        let numbers = Observable.unfold(0) { number -> (Int, Int)? in
            produced.value += 1
            return (number, number + 1)
        }
        let source = ManualSource(sendsAfterDisposal: false)
        let (recorder, subscription) = source.observable.retry { _ in numbers }.record()
        #expect(produced.value == 0)
        for attempt in 1...3 {
            source.send(attempt)
            source.send(.error(TestError()))
            #expect(produced.value == attempt)
            #expect(source.subscriptionCount == attempt + 1)
        }
        source.send(4, thenComplete: true)
        #expect(recorder.values == [1, 2, 3, 4])
        #expect(recorder.isCompleted)
        #expect(source.disposalCount == 4)
        subscription.dispose()
    }

    @Test func attemptStartsWhileTheSubscriberIsPaused() {
        let scope = Scope()
        let source = ManualSource(sendsAfterDisposal: false)
        let recorder = Recorder<Int>()
        source.observable.retry { $0 }.start(Observer(scope, send: recorder.receive))
        scope.pause()
        source.send(.error(TestError()))
        #expect(source.subscriptionCount == 2)
        source.send(1)
        #expect(recorder.values.isEmpty)
        scope.open()
        #expect(recorder.values == [1])
        scope.stop()
        #expect(source.disposalCount == 2)
    }

    @Test func reentrantElementsAreDeliveredInOrder() {
        let source = ManualSource(sendsAfterDisposal: false)
        let trigger = PublishSubject<Int>()
        let (recorder, _) = source.observable.retry { _ in trigger.asObservable() }.record { event in
            guard event.element == 1 else { return }
            source.send(2)
            trigger.onNext(0)
            source.send(.error(TestError()))
            trigger.onNext(0)
        }
        source.send(1)
        // Both trigger elements arrived during the attempt and were ignored, because the failure was queued but they
        // were not.
        #expect(source.subscriptionCount == 1)
        trigger.onNext(0)
        #expect(source.subscriptionCount == 2)
        source.send(3, thenComplete: true)
        #expect(recorder.values == [1, 2, 3])
    }

    @Test(arguments: [0, 15, 31]) func deeplyNestedRetryResubscribes(depth: Int) {
        let infinite = Observable.from(0..<Int.max)
        #expect(infinite.retry { $0 }.nested(depth).take(3).record().recorder.values == [0, 1, 2])
        let failing = Observable.of(1, 2).concat(.error(TestError()))
        #expect(failing.retry { $0 }.nested(depth).take(5).record().recorder.values == [1, 2, 1, 2, 1])
        let (recorder, _) = failing.retry { $0.take(2) }.nested(depth).record()
        #expect(recorder.values == [1, 2, 1, 2, 1, 2])
        #expect(recorder.isCompleted)
    }

    @Test(arguments: [false, true]) func releasesTheSourceAndTheTrigger(isWaiting: Bool) {
        let released = SerialState(0)
        let subscription: Disposable
        do {
            let source = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
            let trigger = ManualSource(sendsAfterDisposal: false, onRelease: { released.value += 1 })
            subscription = source.observable.retry { errors in
                Observable.merge(trigger.observable, errors.compactMap { _ in nil })
            }.subscribe { _ in }
            source.send(1)
            source.send(.error(TestError()))
            if !isWaiting { trigger.send(1) }
            #expect(source.subscriptionCount == (isWaiting ? 1 : 2))
            subscription.dispose()
        }
        #expect(released.value == 2)
    }

    @Test func unreferencedStreamIsReleasedDuringAnAttempt() {
        let released = SerialState(false)
        do {
            let token = Disposable { released.value = true }
            let detector = ReleaseDetector { token.dispose() }
            _ = Observable<Int>.never().retry { $0.delay(.seconds(1), scheduler: kit.scheduler) }
                .subscribe(onNext: { _ in withExtendedLifetime(detector) {} })
        }
        #expect(released.value)
    }

    @Test func undeliveredTriggerErrorsAreReported() {
        let errors = Log<any Error>()
        let source = ManualSource()
        let trigger = ManualSource()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        UndeliveredErrors.withHandler(handler) {
            _ = source.observable.retry { _ in trigger.observable }.subscribe(onNext: { _ in }, onError: { _ in })
        }
        trigger.send(.error(TestError("trigger")))
        source.send(.completed)
        #expect(errors.entries.compactMap { $0 as? TestError } == [TestError("trigger")])
    }

    @Test func errorTracesDistinguishAttemptsAndTrigger() {
        let traces = SerialState<[String]>([])
        let recordTrace: @Sendable () -> Void = { traces.value.append(ErrorTrace.current?.description ?? "") }
        let attempts = SerialState(0)
        let source = Observable<Int>.deferred {
            attempts.value += 1
            return Observable.error(TestError()).checkpoint("attempt \(attempts.value)")
        }
        _ = source.retry { failures in
            failures.flatMap { error -> Observable<Int> in
                recordTrace()
                return attempts.value < 3 ? .just(0) : Observable.error(error).checkpoint("trigger")
            }
        }.subscribe(onError: { _ in recordTrace() })
        #expect(traces.value == ["attempt 1", "attempt 2", "attempt 3", "trigger > flatMap > retry"])
    }

    @Test(.tags(.realThreads)) func attemptAndTriggerCanUseDifferentThreads() async {
        let attempts = SerialState(0)
        let source = Observable<Int>.deferred {
            attempts.value += 1
            return .of(attempts.value, -attempts.value).concat(.error(TestError()))
        }.subscribeOn(SerialDispatchQueueScheduler())
        let (recorder, subscription) = source.retry { $0.observeOn(SerialDispatchQueueScheduler()).take(500) }.record()
        #expect(await recorder.waitForEnd())
        #expect(recorder.values == (1...501).flatMap { [$0, -$0] })
        #expect(recorder.isCompleted)
        subscription.dispose()
    }

    @Test(.tags(.realThreads)) func concurrentTriggersAndFailuresKeepTheContract() {
        let source = ManualSource()
        let trigger = ManualSource()
        let ignore: UndeliveredErrors.Handler = { _ in }
        let (recorder, subscription) = UndeliveredErrors.withHandler(ignore) {
            source.observable.retry { _ in trigger.observable }.record()
        }
        DispatchQueue.concurrentPerform(iterations: 3) { thread in
            for number in 0..<2_000 {
                switch thread {
                case 0: trigger.send(number)
                case 1: source.send(number)
                default: source.send(.error(TestError()))
                }
            }
        }
        #expect(recorder.endCount == 0)
        trigger.send(0)
        #expect(source.subscriptionCount == source.disposalCount + 1)
        source.send(-1, thenComplete: true)
        #expect(recorder.values.last == -1)
        #expect(recorder.isCompleted)
        #expect(source.subscriptionCount == source.disposalCount)
        #expect(trigger.disposalCount == 1)
        subscription.dispose()
    }
}
