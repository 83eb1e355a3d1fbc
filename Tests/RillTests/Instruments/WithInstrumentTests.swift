import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of instruments for the subscriptions of a function.
@Suite struct WithInstrumentTests {
    private let instrument = TestInstrument()

    @Test func reportsSubscriptionsOfFunction() {
        _ = Observable.of(0).subscribe(onNext: { _ in })
        withInstrument(instrument) {
            _ = Observable.of(1).checkpoint("c").subscribe(onNext: { _ in })
        }
        _ = Observable.of(2).subscribe(onNext: { _ in })
        #expect(
            instrument.calls == [
                "subscribe began", "subscribe next at c", "subscribe next", "subscribe completed at c",
                "subscribe completed", "subscribe completed",
            ])
    }

    @Test func reportsSubscriptionUntilItEnds() {
        let source = PublishSubject<Int>()
        let subscription = withInstrument(instrument) { source.subscribe { _ in } }
        source.onNext(1)
        #expect(instrument.calls == ["subscribe began", "subscribe next"])
        subscription.dispose()
        #expect(instrument.calls.last == "subscribe disposed")
    }

    @Test func reportsFailureBeforeItIsDelivered() {
        let calls = Log<[String]>()
        withInstrument(instrument) {
            _ = Observable<Int>.error(TestError()).subscribe(onError: { [instrument] _ in
                calls.append(instrument.calls)
            })
        }
        #expect(calls.entries.first?.count == 3)
        #expect(calls.entries.first?.last?.hasPrefix("subscribe failed") == true)
    }

    @Test func appliesToAsynchronousFunctionsAndChildTasks() async throws {
        try await withInstrument(instrument) {
            async let child = Observable.of(1).values.reduce(0, +)
            let sum = try await child
            #expect(sum == 1)
        }
        #expect(instrument.calls == ["values began", "values next", "values completed", "values completed"])
    }

    @Test func reportsSourceOfShareAsSubscription() {
        withInstrument(instrument) {
            _ = Observable.of(1).share().subscribe(onNext: { _ in })
        }
        #expect(instrument.calls.contains("share began") && instrument.calls.contains("subscribe began"))
        #expect(instrument.calls.filter { $0 == "share next" }.count == 1)
    }

    @Test func doesNotReportConnectionDisposedBeforeItBegins() {
        let stop = PublishSubject<Int>()
        withInstrument(instrument) {
            let stream = Observable<Int>.never().share().do(onSubscribe: { stop.onNext(0) })
            _ = stream.take(until: stop.asObservable()).subscribe { _ in }
        }
        #expect(instrument.calls == ["subscribe began", "subscribe completed", "subscribe completed"])
    }

    @Test func nestedFunctionsCombineInstruments() {
        let inner = TestInstrument()
        withInstrument(instrument) {
            withInstrument(inner) {
                withInstrument(inner) { _ = Observable.of(1).subscribe(onNext: { _ in }) }
            }
        }
        #expect(instrument.calls.count == 4)
        #expect(inner.calls == instrument.calls)
    }

    @Test func reportsUnreferencedSubscriptionAsDisposed() {
        withInstrument(instrument) { _ = Observable<Int>.create { _ in .none }.subscribe { _ in } }
        #expect(instrument.calls == ["subscribe began", "subscribe disposed"])
    }
}
