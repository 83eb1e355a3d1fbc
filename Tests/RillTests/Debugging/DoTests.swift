import RillTesting
import Testing

@testable import Rill

@Suite struct DoTests {
    @Test func callsTheClosuresInOrder() {
        let log = SerialState<[String]>([])
        let source = Observable.of(1, 2).do(
            onNext: { log.value.append("next \($0)") },
            onError: { _ in log.value.append("error") },
            onCompleted: { log.value.append("completed") },
            onSubscribe: { log.value.append("subscribe") },
            onSubscribed: { log.value.append("subscribed") },
            onDispose: { log.value.append("dispose") })
        _ = source.subscribe(
            onNext: { log.value.append("got \($0)") }, onCompleted: { log.value.append("got completed") })
        #expect(
            log.value == [
                "subscribe", "next 1", "got 1", "next 2", "got 2", "completed", "got completed", "dispose",
                "subscribed",
            ])
    }

    @Test func onDisposeIsCalledOncePerSubscription() {
        let count = SerialState(0)
        let source = ManualSource()
        let observable = source.observable.do(onDispose: { count.value += 1 })
        let subscription = observable.subscribe { _ in }
        subscription.dispose()
        subscription.dispose()
        #expect(count.value == 1)
        _ = observable.subscribe { _ in }
        source.send(.error(TestError()))
        #expect(count.value == 2)
    }

    @Test func debugLogsALinePerEvent() {
        let lines = SerialState<[String]>([])
        _ = Observable.of(1, 2).debug("numbers", to: { lines.value.append($0) }, file: "Here.swift", line: 7)
            .subscribe { _ in }
        #expect(
            lines.value == [
                "numbers: subscribed (Here.swift:7)", "numbers: next(1)", "numbers: next(2)", "numbers: completed",
                "numbers: disposed",
            ])
    }
}
