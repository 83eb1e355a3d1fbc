import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct RepeatTests {
    let kit = TestKit()

    @Test func makesTheGivenNumberOfRuns() {
        let source = kit.cold("-1|")
        expectMarbles(kit.record { source.repeat(3) }, "-1-1-1|")
        expectSubscriptions(source, "^-!", "--^-!", "----^-!")
    }

    @Test func repeatsWithoutLimitByDefault() {
        let source = kit.cold("-1|")
        expectMarbles(kit.record(disposedAt: 7) { source.repeat() }, "-1-1-1-")
        expectSubscriptions(source, "^-!", "--^-!", "----^-!", "------^!")
    }

    @Test func predicateReceivesTheLastElementOfEachRun() {
        let seen = Log<String?>()
        let runs = SerialState([kit.cold("12|"), kit.cold("|"), kit.cold("3|")])
        let source = Observable<String>.deferred { runs.value.removeFirst().asObservable() }
        let result = kit.record {
            source.repeat { element in
                seen.append(element)
                return element != "3"
            }
        }
        #expect(result.values == ["1", "2", "3"])
        #expect(seen.entries == ["2", nil, "3"])
    }

    @Test func completesWhenThePredicateIsFalse() {
        let runs = Log<Int>()
        let source = Observable<Int>.deferred {
            runs.append(runs.entries.count)
            return .just(runs.entries.count)
        }
        let (recorder, _) = source.repeat(while: { $0 != 4 }).record()
        #expect(recorder.values == [1, 2, 3, 4])
        #expect(recorder.isCompleted)
    }

    @Test func waitsBetweenRuns() {
        let source = kit.cold("-1|")
        let repeated = source.repeat(
            4, delay: .exponential(initial: .seconds(1), maximum: .seconds(3)), scheduler: kit.scheduler)
        expectMarbles(kit.record { repeated }, "-1--1---1----1|")
    }

    @Test func disposalDuringTheDelayPreventsTheNextRun() {
        let source = kit.cold("-1|")
        let repeated = source.repeat(delay: .constant(.seconds(5)), scheduler: kit.scheduler)
        expectMarbles(kit.record(disposedAt: 4) { repeated }, "-1--")
        expectSubscriptions(source, "^-!")
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func errorOfARunTerminatesTheResult() {
        let source = kit.cold("-1#")
        expectMarbles(kit.record { source.repeat() }, "-1#")
        expectSubscriptions(source, "^-!")
    }

    @Test func runsAreCountedPerSubscriber() {
        let source = kit.cold("-1|")
        let repeated = source.repeat(2)
        expectMarbles(kit.record { repeated }, "-1-1|")
        expectMarbles(kit.record { repeated }, "-----1-1|")
    }

    @Test func errorTraceContainsTheOperatorOnce() {
        let names = SerialState<[String]>([])
        let subscription = Observable<Int>.error(TestError()).repeat()
            .subscribe(onError: { _ in names.value = ErrorTrace.current?.steps.map(\.name) ?? [] })
        #expect(names.value == ["error", "repeat", "subscribe"])
        subscription.dispose()
    }

    // MARK: Trigger

    @Test func eachTriggerElementStartsARun() {
        let source = kit.cold("-1|")
        let result = kit.record(disposedAt: 9) {
            source.repeat(when: { $0.delay(.seconds(2), scheduler: kit.scheduler) })
        }
        expectMarbles(result, "-1---1---")
        expectSubscriptions(source, "^-!", "----^-!", "--------^!")
    }

    @Test func lastElementDeterminesTheDelay() {
        let source = kit.cold("-3|")
        let result = kit.record(disposedAt: 9) {
            source.repeat(when: { ends in
                ends.flatMap { .timer(.seconds(Int($0 ?? "") ?? 0), scheduler: kit.scheduler) }
            })
        }
        expectMarbles(result, "-3----3--")
    }

    @Test func completesWhenTheTriggerCompletes() {
        let source = kit.cold("-1|")
        expectMarbles(kit.record { source.repeat(when: { $0.take(2) }) }, "-1-1-1|")
    }

    @Test func triggerErrorFailsTheResult() {
        let source = kit.cold("-1|")
        let result = kit.record {
            source.repeat(when: { $0.flatMap { _ in Observable<Int>.error(TestError("trigger")) } })
        }
        expectMarbles(result, "-1#", error: TestError("trigger"))
    }

    @Test func sourceErrorDisposesTheTrigger() {
        let source = kit.cold("-1#")
        let trigger = kit.hot("-----x")
        expectMarbles(kit.record { source.repeat(when: { _ in trigger.asObservable() }) }, "-1#")
        expectSubscriptions(trigger, "^-!")
    }

    @Test func noRunStartsAfterTheResultHasEnded() {
        let completing = kit.cold("-1|")
        let failing = kit.cold("-1#")
        let runs: [Observable<String>] = [
            completing.repeat(delay: .constant(.seconds(5)), scheduler: kit.scheduler),
            completing.poll(every: .constant(.seconds(5)), until: { _ in false }, scheduler: kit.scheduler),
            failing.retry(.constantBackoff(attempts: 9, delay: .seconds(5)), scheduler: kit.scheduler),
        ]
        for run in runs {
            // The delay keeps the run subscribed until the end is delivered.
            let result = kit.record {
                run.take(until: kit.cold("---x")).delay(.seconds(20), scheduler: kit.scheduler)
            }
            #expect(result.values == ["1"] && result.isCompleted)
        }
        #expect(completing.subscriptions.count == 2)
        #expect(failing.subscriptions.count == 1)
    }
}
