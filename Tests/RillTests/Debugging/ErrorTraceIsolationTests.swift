import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests that the traces of different errors are not mixed, and that late errors keep their traces.
@Suite struct ErrorTraceIsolationTests {
    private let traces = Log<String>()

    @Sendable private func record(_ error: any Error) {
        let trace = ErrorTrace.current?.steps.map(\.name).joined(separator: " > ") ?? "unknown"
        traces.append("\(error): \(trace)")
    }

    @Test func recoveredErrorDoesNotAffectTraceOfAnotherInner() {
        _ = Observable.of(1, 2).flatMap { number -> Observable<Int> in
            number == 1
                ? Observable<Int>.error(TestError("one")).materialize().map { _ in 1 } : .error(TestError("two"))
        }.subscribe(onError: record)
        #expect(traces.entries == ["\(TestError("two")): error > flatMap > subscribe"])
    }

    @Test func concurrentErrorsHaveSeparateTraces() {
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        let trigger = PublishSubject<Int>()
        UndeliveredErrors.withHandler(record) {
            _ = Observable.merge(
                trigger.asObservable(), first.checkpoint("first"), second.checkpoint("second")
            ).subscribe(
                onNext: { _ in
                    first.onError(TestError("one"))
                    second.onError(TestError("two"))
                }, onError: record)
        }
        trigger.onNext(1)
        #expect(
            traces.entries == [
                "\(TestError("two")): PublishSubject > second",
                "\(TestError("one")): PublishSubject > first > merge > subscribe",
            ])
    }

    @Test func longTracesKeepTheSubscription() {
        var stream = Observable<Int>.error(TestError())
        for number in 0..<100 { stream = stream.checkpoint("\(number)").map { $0 } }
        let seen = SerialState<ErrorTrace?>(nil)
        _ = stream.subscribe(onError: { _ in seen.value = ErrorTrace.current })
        #expect(seen.value?.steps.count == 64)
        #expect(seen.value?.subscription != nil)
    }

    /// Verifies that operators that drop an error after disposal report it as undelivered, with its trace.
    @Test(arguments: [
        "retry", "retry with policy", "catch", "concat", "ifEmpty", "buffer", "observeOn", "observeOn, dropping",
        "share",
        "withLatestFrom", "timeout",
    ])
    func lateErrorIsReportedWithItsTrace(name: String) {
        let kit = TestKit()
        let subject = PublishSubject<Int>()
        let handle = SerialState(Disposable.none)
        let source = subject.map { _ -> Int in
            handle.value.dispose()
            throw TestError("late")
        }
        let now = ImmediateScheduler.shared
        let stream: Observable<Int> =
            switch name {
            case "retry": source.retry(2)
            case "retry with policy": source.retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: now)
            case "catch": source.catch { throw $0 }
            case "concat": source.concat(.just(1))
            case "ifEmpty": source.ifEmpty(default: 1)
            case "buffer": source.buffer(timeSpan: .seconds(1), count: 2, scheduler: kit.scheduler).map(\.count)
            case "observeOn": source.observeOn(now)
            case "observeOn, dropping": source.observeOn(now, bufferSize: 1, onOverflow: .dropOldest)
            case "share": source.share()
            case "withLatestFrom": source.withLatestFrom(Observable.just(1))
            default: source.timeout(.seconds(1), scheduler: kit.scheduler)
            }
        UndeliveredErrors.withHandler(record) {
            handle.value = stream.subscribe(onError: { _ in Issue.record("delivered") })
        }
        subject.onNext(1)
        #expect(traces.entries.count == 1)
        #expect(traces.entries.first?.hasPrefix("\(TestError("late")): map") == true, "\(traces.entries)")
    }

    @Test func throwingClosureIsNotCalledAgain() {
        let kit = TestKit()
        let subject = PublishSubject<Int>()
        let calls = SerialState(0)
        let failing = subject.map { number -> Int in
            calls.value += 1
            if number > 0 { throw TestError() }
            return number
        }
        let scheduler = kit.scheduler
        for stream in [
            failing.buffer(timeSpan: .seconds(1), count: 9, scheduler: scheduler).map(\.count),
            failing.debounce(.seconds(1), scheduler: scheduler), failing.throttle(.seconds(1), scheduler: scheduler),
            failing.delay(.seconds(1), scheduler: scheduler),
        ] {
            calls.value = 0
            let subscription = stream.subscribe(
                onNext: { _ in for number in 1...3 { subject.onNext(number) } }, onError: { _ in })
            subject.onNext(0)
            scheduler.advance(by: .seconds(1))
            #expect(calls.value == 2)
            subscription.dispose()
        }
    }
}
