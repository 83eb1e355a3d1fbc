import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of the calls that an instrument of a stream receives.
@Suite struct InstrumentedTests {
    private let kit = TestKit()
    private let instrument = TestInstrument()

    @Test func reportsEventsAndCompletion() {
        let (recorder, _) = Observable.of(1, 2).instrumented(by: instrument, name: "a").record()
        #expect(recorder.values == [1, 2])
        #expect(instrument.calls == ["a began", "a next", "a next", "a completed", "a completed"])
    }

    @Test func reportsFailureWithError() {
        _ = Observable<Int>.error(TestError("boom")).instrumented(by: instrument, name: "a").record()
        #expect(instrument.calls.dropLast() == ["a began", "a error"])
        #expect(instrument.calls.last?.hasPrefix("a failed(") == true)
        #expect(instrument.calls.last?.contains("boom") == true)
    }

    @Test func reportsDisposalOnce() {
        let (_, subscription) = Observable<Int>.never().instrumented(by: instrument, name: "a").record()
        subscription.dispose()
        subscription.dispose()
        #expect(instrument.calls == ["a began", "a disposed"])
        _ = Observable.of(1, 2).instrumented(by: instrument, name: "b").take(1).record()
        #expect(instrument.calls.dropFirst(2) == ["b began", "b next", "b disposed"])
    }

    @Test func doesNotReportSubscriptionDisposedBeforeItBegins() {
        let stop = PublishSubject<Int>()
        let stream = Observable<Int>.never().instrumented(by: instrument, name: "a")
        let (recorder, _) = stream.do(onSubscribe: { stop.onNext(0) }).take(until: stop.asObservable()).record()
        #expect(recorder.isCompleted)
        #expect(instrument.calls.isEmpty)
    }

    @Test func eachSubscriptionHasUniqueID() {
        let numbers = Log<UInt64>()
        final class Numbers: Instrument {
            let log: Log<UInt64>
            init(_ log: Log<UInt64>) { self.log = log }
            func subscriptionBegan(_ subscription: InstrumentedSubscription) { log.append(subscription.id) }
            func subscriptionEnded(
                _ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome
            ) { log.append(subscription.id) }
        }
        let stream = Observable.of(1).instrumented(by: Numbers(numbers))
        _ = stream.record()
        _ = stream.record()
        let ids = numbers.entries
        #expect(ids.count == 4 && ids[0] == ids[1] && ids[2] == ids[3] && ids[0] < ids[2])
    }

    @Test func describesSubscriptionByCallSiteAndContext() throws {
        final class Last: Instrument {
            let log = Log<InstrumentedSubscription>()
            func subscriptionBegan(_ subscription: InstrumentedSubscription) { log.append(subscription) }
        }
        let last = Last()
        let stream = Observable.of(1).instrumented(by: last)
        _ = stream.context(\.tenant, "t-1").record()
        let subscription = try #require(last.log.entries.first)
        #expect(subscription.context.tenant == "t-1" && subscription.parent == nil)
        #expect(subscription.file == #fileID && subscription.line == #line - 4)
        #expect(subscription.name == "\(subscription.file):\(subscription.line)")
        #expect("\(subscription)" == "\(subscription.name) #\(subscription.id) at \(subscription.name)")
    }

    @Test func reportsUpstreamCheckpoints() {
        let above = Observable.of(1).checkpoint("above").map { $0 }
        _ = above.instrumented(by: instrument, name: "a").checkpoint("below").record()
        #expect(
            instrument.calls == [
                "a began", "a next at above", "a next", "a completed at above", "a completed", "a completed",
            ])
    }

    @Test func reportsSchedulerHops() throws {
        let stream = Observable.of(1).observeOn(kit.scheduler)
        _ = stream.instrumented(by: instrument, name: "a").record()
        #expect(instrument.calls == ["a began", "a hop scheduled"])
        try kit.scheduler.run()
        #expect(
            instrument.calls.dropFirst(2) == [
                "a hop began", "a next", "a completed", "a completed", "a hop ended",
            ])
    }

    @Test func reportsTimersAndTheirCancellation() {
        let source = PublishSubject<Int>()
        let stream = source.debounce(.seconds(2), scheduler: kit.scheduler)
        let (_, subscription) = stream.instrumented(by: instrument, name: "a").record()
        source.onNext(1)
        kit.scheduler.advance(by: .seconds(3))
        source.onNext(2)
        subscription.dispose()
        #expect(
            instrument.calls == [
                "a began", "a hop scheduled after 2.000 s", "a hop began", "a next", "a hop ended",
                "a hop scheduled after 2.000 s", "a hop canceled", "a disposed",
            ])
    }

    @Test func reportsRetryDecisions() throws {
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(1))
        let stream = Observable<Int>.error(TestError("boom")).retry(policy, scheduler: kit.scheduler)
        _ = stream.instrumented(by: instrument, name: "a").record()
        try kit.scheduler.run()
        let decisions = instrument.calls.filter { $0.contains("attempt") }
        #expect(decisions.count == 2)
        #expect(decisions.first?.contains("a attempt 1 of 2 failed, retrying in") == true)
        #expect(decisions.last?.contains("a attempt 2 of 2 failed, no attempts left") == true)
    }

    @Test func reportsPausesOfBuffer() throws {
        let stream = Observable.from(0..<20).observeOn(kit.scheduler, bufferSize: 8)
        let (recorder, _) = stream.instrumented(by: instrument, name: "a").record()
        try kit.scheduler.run()
        #expect(recorder.values == Array(0..<20))
        let changes = instrument.calls.filter { $0.contains("observeOn") }
        #expect(changes.first == "a observeOn paused 6/8")
        #expect(changes.dropFirst().first == "a observeOn resumed 2/8")
        let states = changes.map { $0.contains("paused") }
        #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func innermostSubscriptionOfInstrumentIsReported() {
        let inner = Observable.of(1).checkpoint("c").instrumented(by: instrument, name: "inner")
        _ = inner.map { $0 }.checkpoint("d").instrumented(by: instrument, name: "outer").record()
        #expect(
            instrument.calls == [
                "outer began", "inner began", "inner next at c", "inner next", "outer next at d", "outer next",
                "inner completed at c", "inner completed", "inner completed", "outer completed at d", "outer completed",
                "outer completed",
            ])
    }

    @Test func severalInstrumentsCanBeCombined() {
        let other = TestInstrument()
        let inner = Observable.of(1).checkpoint("c").instrumented(by: instrument, name: "inner")
        _ = inner.instrumented(by: other, name: "outer").record()
        #expect(instrument.calls.contains("inner next at c") && !instrument.calls.contains("outer next"))
        #expect(other.calls.contains("outer next at c") && !other.calls.contains("inner next"))
    }

    @Test func nestedSubscriptionContainsIDOfParent() throws {
        final class Parents: Instrument {
            let log = Log<InstrumentedSubscription>()
            func subscriptionBegan(_ subscription: InstrumentedSubscription) { log.append(subscription) }
        }
        let parents = Parents()
        _ = Observable.of(1).instrumented(by: parents).map { $0 }.instrumented(by: TestInstrument()).record()
        _ = Observable.of(1).instrumented(by: parents).map { $0 }.instrumented(by: parents).record()
        let all = parents.log.entries
        try #require(all.count == 3)
        #expect(all[0].parent != nil && all[1].parent == nil && all[2].parent == all[1].id)
    }

    @Test func everyOperatorForwardsInstruments() async {
        for `operator` in OperatorCase.all where !["multicast", "share"].contains(`operator`.name) {
            let instrument = TestInstrument()
            let source = Observable.of(1, 2, 3).checkpoint("source")
            let (recorder, _) = `operator`.build(source).instrumented(by: instrument, name: "a").record()
            #expect(await recorder.waitForEnd())
            #expect(instrument.calls.contains("a next at source"), "\(`operator`)")
        }
    }

    @Test func reportsResumptionOnScheduler() throws {
        let scheduler = TestScheduler()
        let stream = Observable.from(0..<100).subscribeOn(scheduler).observeOn(scheduler, bufferSize: 8)
        let (recorder, _) = stream.instrumented(by: instrument, name: "a").record()
        try scheduler.run()
        #expect(recorder.values.count == 100)
        func count(_ call: String) -> Int { instrument.calls.count { $0 == "a hop \(call)" } }
        // The buffer pauses and resumes the source about every four elements.
        #expect(count("scheduled") > 30)
        #expect(count("began") == count("scheduled") && count("ended") == count("scheduled"))
    }
}
